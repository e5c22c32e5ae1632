"""The sample's MER-Bench: what was planted, recomputed by plain Python from the files, stands in the marts."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path

import pytest

import plain_mer_bench as plain
from conftest import House
from ingest.simulate.mer_bench import simulate


@pytest.fixture(scope="module")
def sample(tmp_path_factory) -> House:
    """Only MER-Bench of the bundled sample, so that every rejected row and exclusion is its own."""
    place = House(tmp_path_factory.mktemp("mer_bench"))
    place.ingest("simulate", "mer_bench", "--out", place.data / "sample", "--seed", "42", "--scale", "0.05")
    place.ingest("load", place.data)
    place.build("mer_bench", data_tests=True)
    return place


@pytest.fixture(scope="module")
def folder(sample) -> Path:
    return sample.data / "sample" / "mer_bench"


@pytest.fixture(scope="module")
def lines(folder):
    return plain.read(folder)


@pytest.fixture(scope="module")
def truths(sample) -> dict[str, int]:
    return json.loads((sample.data / "sample" / "truths.json").read_text())


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path):
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        simulate(tmp_path / name, seed, 0.01)

    def content(name: str) -> dict[str, bytes]:
        return {
            p.relative_to(tmp_path / name).as_posix(): p.read_bytes()
            for p in sorted((tmp_path / name).rglob("*.json*"))
        }

    assert content("a") == content("b")
    assert content("a") != content("c")


def test_a_folder_that_holds_something_is_left_alone(house):
    (house.folder / "notes.txt").write_text("mine")
    told = house.ingest("simulate", "mer_bench", "--out", house.folder, code=1)
    assert "is not empty" in told.stderr
    assert "nosuch: no simulator" in house.ingest("simulate", "nosuch", "--out", house.folder / "x", code=1).stderr


def test_planted_counts_are_found_in_the_files(lines, truths):
    assert len(lines) == truths["lines_received"]
    reasons = Counter(row["reason"] for row in lines if row["reason"])
    assert {f"reason:{k}": v for k, v in reasons.items()} == {
        k: v for k, v in truths.items() if k.startswith("reason:")
    }
    flags = Counter(flag for row in lines for flag in row["flags"])
    assert {f"flag:{k}": v for k, v in flags.items()} == {k: v for k, v in truths.items() if k.startswith("flag:")}


def test_planted_counts_are_found_in_the_warehouse(sample, truths, folder):
    rejected = dict(
        sample.query("select reason, count(distinct file_id || ':' || row_number) from raw.rejects group by reason")
    )
    assert {f"reason:{k}": v for k, v in rejected.items()} == {
        k: v for k, v in truths.items() if k.startswith("reason:")
    }
    flags: Counter[str] = Counter()
    for (joined,) in sample.query("select flags from marts.mer_bench_verdicts where flags <> ''"):
        flags.update(joined.split("|"))
    assert {f"flag:{k}": v for k, v in flags.items()} == {k: v for k, v in truths.items() if k.startswith("flag:")}
    assert sample.value("select count(*) from marts.mer_bench_verdicts") == truths["lines_accepted"]
    excluded = dict(sample.query("select reason, count(*) from marts.exclusions group by reason"))
    assert excluded == {
        "item.unknown": truths["unknown_items"],
        "row.duplicate": truths["index_duplicates"],
        "row.superseded": truths["index_superseded"],
    }
    assert sample.value("select count(*) from marts.mer_bench_comparable_items") == truths["memes"]


@pytest.mark.parametrize(
    ("definition", "coercion", "grain"),
    list(itertools.product(("paper", "released"), ("strict", "released"), ("output", "run"))),
)
def test_table_2_equals_plain_python_under_every_convention(sample, lines, folder, definition, coercion, grain):
    expected = plain.table_2(lines, plain.index_ids(folder), definition, coercion, grain)
    found = {
        (configuration, system, metric): (mean, sd)
        for configuration, system, metric, mean, sd in sample.query(
            """
            select configuration, system_id, metric, mean_pct, sd_pct from marts.mer_bench_table_2
            where definition = ? and coercion = ? and grain = ? and run_source = 'recorded'
            """,
            definition, coercion, grain,
        )
    }  # fmt: skip
    assert found.keys() == expected.keys()
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, abs=1e-9), key


def test_the_population_takes_each_comparable_output_once(sample, lines, folder):
    known = plain.index_ids(folder)
    by_configuration = {}
    for configuration in ("RF-VF", "RL-VF"):
        rows = [r for r in lines if r["configuration"] == configuration and r["item"] in known]
        systems = {r["model"] for r in rows}
        received = {(r["model"], r["item"]) for r in rows}
        everywhere = {(r["model"], r["item"]) for r in lines if r["item"] in known}
        all_systems = {r["model"] for r in lines}
        frame = {
            item
            for item in known
            if all((s, item) in received for s in systems) and all((s, item) in everywhere for s in all_systems)
        }
        first: dict[tuple[str, str], dict[str, float]] = {}
        for row in sorted(rows, key=lambda r: (r["experiment"], r["run"], r["line"])):
            if row["item"] in frame and row["strict"] is not None:
                first.setdefault((row["model"], row["item"]), row["strict"])
        by_configuration[configuration] = (frame, first)
    for definition, grain in itertools.product(("paper", "released"), ("output", "run")):
        found = {
            (c, s, m): (value, outputs, excluded)
            for c, s, m, value, outputs, excluded in sample.query(
                """
                select configuration, system_id, metric, value_unit, output_count, excluded_count from marts.mer_bench_scores
                where definition = ? and coercion = 'strict' and grain = ? and run_source = 'population'
                """,
                definition, grain,
            )
        }  # fmt: skip
        assert found
        for configuration, (frame, first) in by_configuration.items():
            for system in {s for s, _ in first}:
                rows = [scores for (s, _), scores in first.items() if s == system]
                for metric, value in plain.values(rows, definition, grain).items():
                    ours = found[configuration, system, metric]
                    assert ours[0] == pytest.approx(value, abs=1e-12)
                    assert ours[1:] == (len(rows), len(frame) - len(rows))


def test_the_waterfall_counts_distinct_outputs_and_never_rises(sample, lines, folder):
    known = plain.index_ids(folder)
    rows = sample.query(
        """
        select configuration, system_id, expected_count, received_count, parsed_count, valid_count, scored_count, comparable_count
        from marts.waterfall where benchmark = 'mer_bench'
        """
    )
    assert len(rows) == 18
    for configuration, system, *counts in rows:
        mine = [r for r in lines if (r["configuration"], r["model"]) == (configuration, system) and r["item"] in known]
        assert counts[0] == len(known)
        assert counts[1] == len({r["item"] for r in mine})
        assert counts[3] == counts[4] == len({r["item"] for r in mine if r["strict"] is not None})
        assert counts == sorted(counts, reverse=True)


def test_the_strict_reading_and_the_released_one_differ_where_faults_were_planted(sample):
    differing = sample.value(
        """
        select count(*) from marts.mer_bench_table_2 as a
        inner join marts.mer_bench_table_2 as b using (experiment, configuration, definition, grain, run_source, system_id, metric)
        where a.coercion = 'strict' and b.coercion = 'released' and a.mean_pct <> b.mean_pct
        """
    )
    assert differing > 0


def test_a_line_that_cannot_be_read_was_drawn_and_is_left_out(sample):
    rows = sample.query(
        """
        select run, output_count + excluded_count, excluded_count from marts.mer_bench_scores
        where system_id = 'SD' and configuration = 'RF-VF' and run_source = 'recorded' and metric = 'vgq'
            and convention_id = 'released-strict-run' and run in (0, 2) order by run
        """
    )
    drawn = rows[1][1]
    # Run 0 holds a verdict for an unknown meme beside its own draws; the last line of run 2 is cut off.
    assert rows == [(0, drawn + 1, 1), (2, drawn, 1)]
