"""The leaderboard with nDCG@5 against a loop over scikit-learn's `ndcg_score`, and its growth with the contexts.

    python benchmarks/mame_re.py [--large]

Both start from votes and scores in memory or in the warehouse. Ours is the time of all models from cleaned rankings
to the leaderboard, in the engine alone and through dbt, ties averaged, best and worst case included; scikit-learn's
is one call per system and context on ready arrays, without Score@1 and without best and worst. Aims: 10x faster in
one run; linear in the contexts.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

import duckdb
import numpy as np
from sklearn.metrics import ndcg_score

from measure import ROOT, command_seconds

BIN = Path(sys.executable).parent
FILL = """
insert into raw.mame_re__contexts by name
    select 'c' || i as context_id, 'text' as text, 'bench-c' as _file_id, i + 2 as _row_number
    from range({contexts}) as t(i);
insert into raw.mame_re__images by name
    select 'm' || i as image_id, 'text' as text, 'bench-i' as _file_id, i + 2 as _row_number
    from range({images}) as t(i);
insert into raw.mame_re__scores by name
    select 'm' || m as image_id, 'c' || c as context_id, (hash(c, m) % 6)::bigint / 5.0 as score,
        'bench-s' as _file_id, c * {images} + m + 2 as _row_number
    from range({contexts}) as a(c), range({images}) as b(m);
insert into raw.mame_re__rankings by name
    select 's' || s as system, 'c' || c as context_id, 'm' || m as image_id,
        (hash(s, c, m) % {levels})::bigint / {levels}.0 as score,
        'bench-r' as _file_id, (s * {contexts} + c) * {images} + m + 2 as _row_number
    from range({systems}) as d(s), range({contexts}) as a(c), range({images}) as b(m);
"""


def environment(folder: Path) -> dict[str, str]:
    return {
        "AFFECTMART_WAREHOUSE": str(folder / "warehouse.duckdb"),
        "AFFECTMART_DATA": str(folder / "none"),
        "AFFECTMART_LAND": "0",
        "PYTHONPATH": str(ROOT),
    }


def fill(folder: Path, systems: int, contexts: int, images: int, levels: int) -> None:
    """Make the raw tables by landing one empty file, then fill them where they are."""
    folder.mkdir(parents=True)
    (folder / "context.csv").write_text("id,text\n")
    command_seconds([str(BIN / "ingest"), "load", str(folder / "context.csv")], environment(folder))
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        connection.execute(FILL.format(systems=systems, contexts=contexts, images=images, levels=levels))
        names = [row[0] for row in connection.execute("select column_name from (describe raw.files)").fetchall()]
        for file_id, table in (("c", "contexts"), ("i", "images"), ("s", "scores"), ("r", "rankings")):
            given = {
                "file_id": f"bench-{file_id}", "file_sha256": table, "path": f"{table}.csv", "benchmark": "mame_re",
                "table_name": table, "row_count": 1, "reject_count": 0,
            }  # fmt: skip
            used = [n for n in names if n in given]
            connection.execute(
                f"insert into raw.files ({', '.join(used)}) values ({', '.join('?' * len(used))})",
                [given[n] for n in used],
            )


def model_seconds(folder: Path) -> dict[str, float]:
    """Build the leaderboard with all it needs; returns each model's own seconds."""
    places = (
        "--project-dir", str(ROOT), "--profiles-dir", str(ROOT), "--quiet",
        "--target-path", str(folder / "target"), "--log-path", str(folder / "logs"),
    )  # fmt: skip
    command_seconds([str(BIN / "dbt"), "seed", *places], environment(folder))
    command_seconds([str(BIN / "dbt"), "run", *places, "-s", "+mame_re_leaderboard"], environment(folder))
    results = json.loads((folder / "target" / "run_results.json").read_text())["results"]
    return {r["unique_id"].rsplit(".", 1)[-1]: r["execution_time"] for r in results}


def engine_seconds(folder: Path) -> dict[str, float]:
    """Run the same models' SQL again in the engine alone, without dbt's own time a model; seconds by model."""
    results = json.loads((folder / "target" / "run_results.json").read_text())["results"]
    seconds: dict[str, float] = {}
    with duckdb.connect(str(folder / "warehouse.duckdb")) as connection:
        views = {row[0] for row in connection.execute("select view_name from duckdb_views()").fetchall()}
        for result in results:
            name = result["unique_id"].rsplit(".", 1)[-1]
            # A view costs where it is read.
            if name in views or not result.get("compiled_code"):
                continue
            start = time.perf_counter()
            connection.execute(f"create or replace table {result['relation_name']} as {result['compiled_code']}")
            seconds[name] = time.perf_counter() - start
    return seconds


def after_landing(seconds: dict[str, float]) -> float:
    """Seconds of the models above the reference and the cleaned rankings."""
    base = ("stg_", "int_mame_re__score_versions", "int_mame_re__context_versions", "int_mame_re__image_versions",
            "int_mame_re__annotat", "int_mame_re__released_pairs", "int_mame_re__pairs", "int_mame_re__ranking_repeats",
            "int_mame_re__numbered_rankings")  # fmt: skip
    return sum(s for name, s in seconds.items() if not name.startswith(base))


def scikit_learn_seconds(folder: Path, systems: int, contexts: int, images: int) -> float:
    """Time the loop, and hold its means against the mart's."""
    with duckdb.connect(str(folder / "warehouse.duckdb"), read_only=True) as connection:
        ordered = "order by substr(context_id, 2)::int, substr(image_id, 2)::int"
        gains = connection.execute(f"select score from raw.mame_re__scores {ordered}").fetchnumpy()["score"]
        scores = connection.execute(
            f"select score from raw.mame_re__rankings order by substr(system, 2)::int, {ordered[9:]}"
        ).fetchnumpy()["score"]
        told = connection.execute(
            "select ndcg_at_5 from marts.mame_re_leaderboard where failure_policy = 'exclude' and not is_reference "
            "order by substr(system_id, 2)::int"
        ).fetchnumpy()["ndcg_at_5"]
    gains = gains.reshape(contexts, 1, images)
    scores = scores.reshape(systems, contexts, 1, images)
    start = time.perf_counter()
    means = [np.mean([ndcg_score(gains[c], scores[s, c], k=5) for c in range(contexts)]) for s in range(systems)]
    seconds = time.perf_counter() - start
    assert np.allclose(means, told, atol=1e-12)
    return seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        systems, contexts, images = 25, 250, 400
        print("| scores | way | seconds | ratio |\n|:--|:--|--:|--:|")
        for levels in (1_000_000, 50):
            folder = root / f"peer{levels}"
            fill(folder, systems, contexts, images, levels)
            seconds = model_seconds(folder)
            engine = engine_seconds(folder)
            peer = scikit_learn_seconds(folder, systems, contexts, images)
            ours, all_models = after_landing(seconds), sum(seconds.values())
            what = "few ties" if levels > 50 else "many ties"
            print(f"| {what} | scikit-learn, loop of {systems * contexts:,} calls | {peer:.2f} | 1 |")
            bare, bare_all = after_landing(engine), sum(engine.values())
            for way, one in (
                ("leaderboard from cleaned rankings, engine alone", bare),
                ("all models from raw tables on, engine alone", bare_all),
                ("leaderboard from cleaned rankings, through dbt", ours),
                ("all models from raw tables on, through dbt", all_models),
            ):
                print(f"| {what} | {way} | {one:.2f} | {peer / one:.1f} |")
            for model, one in sorted(engine.items(), key=lambda item: -item[1])[:6]:
                print(f"|  | {model} | {one:.2f} | |")
        print("\n| contexts | ranked memes | seconds, all models | microseconds a ranked meme |\n|--:|--:|--:|--:|")
        for contexts in (250, 2_500, 25_000) if "--large" in sys.argv else (250, 2_500):
            folder = root / f"growth{contexts}"
            fill(folder, 10, contexts, 40, 1_000_000)
            took = sum(model_seconds(folder).values())
            rows = 10 * contexts * 40
            print(f"| {contexts:,} | {rows:,} | {took:.2f} | {took / rows * 1e6:.2f} |")


if __name__ == "__main__":
    main()
