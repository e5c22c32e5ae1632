"""Labels and agreement from ballots with text keys, against a bare group-by and against the packages people use.

    python benchmarks/agreement.py [SIZE …]        sizes in ballots; default 96000 480000 1200000
    python benchmarks/agreement.py 50000000        the large one: some 10 GB of disk

Ballots stand as they do in the built `int_ballots`; what is timed is the project's own compiled SQL from there on,
written to the warehouse like the bare group-by's result. All ways are interleaved in one run. The packages get
their table in memory, in an environment of their own (`.venv-peers`, made on the first run).

Aims: at 50 million, labels and the whole nominal suite at most 0.8x the bare `group by item, label`, within 8 GiB;
at 1.2 million, labels at least 8x crowd-kit's majority vote and alpha at least 10x a pandas matrix fed to
krippendorff; quadratic AC2 on 96,000 rows at least 6x irrCAC.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path

import duckdb

from measure import ROOT, Measured, best, in_process

BIN = Path(sys.executable).parent
PEERS = ROOT / ".venv-peers"
PACKAGES = ("crowd-kit==1.4.2", "krippendorff", "irrCAC==0.4.4", "pandas")
LABELS = ("amusement", "awe", "contentment", "excitement", "anger", "disgust", "fear", "sadness", "other")
RATERS_PER_ITEM = 5

#: What each way needs, from `int_ballots` on, in the order of dbt's graph.
COMMON = ("int_item_totals", "int_plain_votes", "int_item_votes", "int_patterns", "int_pattern_votes")
LABEL_MODELS = (*COMMON, "int_pattern_labels", "int_settlements", "labels")
SUITE_MODELS = (
    "int_pattern_pairs", "int_group_weights", "int_pattern_agreement", "int_slice_patterns", "int_slice_labels",
    "int_label_expectations", "int_slice_raters", "int_slices", "int_slice_agreement", "int_chance_agreement",
    "int_chance_corrected", "int_pattern_expectations", "int_agreement_errors", "int_coincidences",
    "int_alpha_distances", "int_alpha", "int_agreement_values", "agreement",
)  # fmt: skip
ALPHA_MODELS = (
    *COMMON, "int_pattern_pairs", "int_slice_patterns", "int_slice_labels", "int_slice_raters", "int_slices",
    "int_coincidences", "int_alpha_distances", "int_alpha",
)  # fmt: skip
AC2_MODELS = (
    *COMMON, "int_pattern_pairs", "int_group_weights", "int_pattern_agreement", "int_slice_patterns",
    "int_slice_labels", "int_label_expectations", "int_slice_raters", "int_slices", "int_slice_agreement",
    "int_chance_agreement", "int_chance_corrected", "int_pattern_expectations", "int_agreement_errors",
)  # fmt: skip

#: Runs the project's compiled SQL, or one bare statement.
OURS = """
import duckdb
connection = duckdb.connect(sys.argv[1])
connection.execute("set preserve_insertion_order = false")
connection.execute("set memory_limit = '6GB'")
connection.execute("set threads = 2")
with timed():
    for statement in json.loads(open(sys.argv[2]).read()):
        connection.execute(statement)
"""

#: The packages' ways; the table is in memory before the clock starts.
PEER_WAYS = {
    "crowd-kit majority vote": """
from crowdkit.aggregation import MajorityVote
frame = frame.rename(columns={"subject_id": "task", "rater_id": "worker"})
with timed():
    MajorityVote().fit_predict(frame)
""",
    "pandas matrix, krippendorff": """
import krippendorff
with timed():
    numbers = frame["label"].map({label: number for number, label in enumerate(labels)})
    matrix = frame.assign(number=numbers).pivot(index="rater_id", columns="subject_id", values="number")
    krippendorff.alpha(reliability_data=matrix.to_numpy(), level_of_measurement="nominal")
""",
    "irrCAC quadratic AC2, its matrix ready": """
from irrCAC.raw import CAC
frame["number"] = frame["label"].map({label: number for number, label in enumerate(labels, start=1)})
frame["place"] = frame.groupby("subject_id").cumcount()
matrix = frame.pivot(index="subject_id", columns="place", values="number")
with timed():
    CAC(matrix, weights="quadratic", categories=list(range(1, len(labels) + 1))).gwet()
""",
    "irrCAC quadratic AC2, from ballots": """
from irrCAC.raw import CAC
with timed():
    frame["number"] = frame["label"].map({label: number for number, label in enumerate(labels, start=1)})
    frame["place"] = frame.groupby("subject_id").cumcount()
    matrix = frame.pivot(index="subject_id", columns="place", values="number")
    CAC(matrix, weights="quadratic", categories=list(range(1, len(labels) + 1))).gwet()
""",
}


@dataclass(frozen=True)
class Way:
    """One way to be measured: a list of statements in the warehouse, or a package."""

    name: str
    statements: list[str] | None = None


def make_warehouse(path: Path, ballots: int) -> None:
    """Fill the tables that stand before agreement as a build leaves them: one question on a scale of nine."""
    total = ballots // RATERS_PER_ITEM * RATERS_PER_ITEM
    names = ", ".join(f"({number}, '{label}')" for number, label in enumerate(LABELS, start=1))
    with duckdb.connect(str(path)) as connection:
        connection.execute("set preserve_insertion_order = false")
        connection.execute("set memory_limit = '6GB'")
        for schema in ("intermediate", "seeds", "marts", "bare"):
            connection.execute(f"create schema {schema}")
        # Rows in no useful order; most raters see the item's own label, a third of items are unanimous.
        connection.execute(f"""
            create table intermediate.int_ballots as
            with drawn as (
                select
                    place // {RATERS_PER_ITEM} as item,
                    place,
                    place % {RATERS_PER_ITEM} as seat,
                    case
                        when hash(place // {RATERS_PER_ITEM}, 'one') % 3 = 0 or hash(place, 'own') % 10 < 7
                        then hash(place // {RATERS_PER_ITEM}, 'label') % {len(LABELS)}
                        else hash(place, 'label') % {len(LABELS)}
                    end + 1 as label_number
                from (select (i * 7368787) % {total} as place from range({total}) as numbers(i))
            )
            select
                cast(1 as integer) as group_number,
                cast(drawn.label_number as integer) as label_number,
                'study' as benchmark,
                'all' as panel,
                'item_' || lpad(cast(item as varchar), 9, '0') as subject_id,
                'emotion' as question,
                'rater_' || lpad(cast((item * 31 + seat * 389) % 2003 as varchar), 5, '0') as rater_id,
                'human' as rater_kind,
                labels.label,
                cast(null as double) as score,
                cast(null as bigint) as round,
                cast(null as timestamp) as annotated_at,
                '0123456789ab:' || cast(place as varchar) as source_row_id
            from drawn
            inner join (values {names}) as labels(label_number, label) on labels.label_number = drawn.label_number
        """)
        connection.execute("""
            create table intermediate.int_vote_groups as
            select cast(1 as integer) as group_number, 'study' as benchmark, 'all' as panel, 'emotion' as question,
                   'nine' as scale, cast(9 as bigint) as label_count, true as has_numeric_values, 8e0 as value_range
        """)
        connection.execute(f"""
            create table intermediate.int_vote_labels as
            select cast(1 as integer) as group_number, label, cast(number as integer) as label_number,
                   cast(number as double) as numeric_value, cast(number as double) as scale_value
            from (values {names}) as labels(number, label)
        """)
        connection.execute("""
            create table intermediate.int_vote_counts as
            select group_number, label_number, subject_id, cast(1 as bigint) as vote_count
            from intermediate.int_ballots where false
        """)
        connection.execute("""
            create table intermediate.int_subject_breakdowns as
            select benchmark, panel, subject_id, question, '' as breakdown, '' as breakdown_value
            from intermediate.int_ballots where false
        """)
        # Cohen's kappa joins raters with raters: no part of this path.
        connection.execute("""
            create table intermediate.int_cohen as
            select 1 as group_number, '' as breakdown, '' as breakdown_value, '' as weights, 0e0 as value,
                   cast(0 as bigint) as rater_pair_count, cast(0 as bigint) as undefined_pair_count where false
        """)
        seed = ROOT / "seeds" / "generic" / "agreement_coefficients.csv"
        connection.execute(f"create table seeds.agreement_coefficients as from read_csv('{seed}')")


def compiled(folder: Path, warehouse: Path) -> dict[str, list[str]]:
    """Return the statements that build each model, from dbt's own compilation."""
    environment = {**os.environ, "AFFECTMART_WAREHOUSE": str(warehouse), "AFFECTMART_LAND": "0"}
    command = [
        str(BIN / "dbt"), "compile", "--project-dir", str(ROOT), "--profiles-dir", str(ROOT), "--quiet",
        "--target-path", str(folder / "target"), "--log-path", str(folder / "logs"), "--no-introspect",
        "-s", *LABEL_MODELS, *SUITE_MODELS,
    ]  # fmt: skip
    subprocess.run(command, env=environment, check=True, capture_output=True)
    manifest = json.loads((folder / "target" / "manifest.json").read_text())
    found = {}
    for node in manifest["nodes"].values():
        if node["name"] in {*LABEL_MODELS, *SUITE_MODELS} and node["resource_type"] == "model":
            kind = node["config"]["materialized"]
            found[node["name"]] = [
                f"create or replace {kind} {node['schema']}.{node['name']} as {node['compiled_code']}"
            ]
    return found


def peer_python() -> Path:
    """Return the peers' interpreter; makes their environment on the first run."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        venv.create(PEERS, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return python


def peer(way: str, table: Path) -> Measured:
    """Run one package's way on a CSV file."""
    script = f"import pandas\nframe = pandas.read_csv(sys.argv[1])\nlabels = {LABELS!r}\n{PEER_WAYS[way]}"
    return in_process(script, table, python=peer_python())


def measure(warehouse: Path, folder: Path, ways: list[Way], rounds: int) -> dict[str, Measured]:
    """Return the best of some interleaved rounds of each way."""
    table = folder / "ballots.csv"
    if any(way.statements is None for way in ways):
        with duckdb.connect(str(warehouse)) as connection:
            connection.execute(
                f"copy (select subject_id, rater_id, label from intermediate.int_ballots) to '{table}' (header)"
            )
    runs: dict[str, list[Measured]] = {way.name: [] for way in ways}
    for _ in range(rounds):
        for number, way in enumerate(ways):
            if way.statements is None:
                runs[way.name].append(peer(way.name, table))
            else:
                script = folder / f"way{number}.json"
                script.write_text(json.dumps(way.statements))
                runs[way.name].append(in_process(OURS, warehouse, script))
    return {name: best(found) for name, found in runs.items()}


#: The labels mart is a view: its rows are made when they are read, so that they are read here.
READ_LABELS = """
    create or replace table bare.labels as
    select
        policy, label, leader_count, is_unanimous, count(*) as items, sum(vote_count) as votes, min(subject_id) as first
    from marts.labels group by all
"""


def statements(models: dict[str, list[str]], names: tuple[str, ...]) -> list[str]:
    """Return the statements of some models, in order, and those that read every label where labels are made."""
    read = [READ_LABELS] if "labels" in names else []
    return [statement for name in names for statement in models[name]] + read


def report(ballots: int, rounds: int) -> None:
    """Measure one size and print its table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        warehouse = folder / "bench.duckdb"
        models = compiled(folder, warehouse)
        make_warehouse(warehouse, ballots)
        bare = "create or replace table bare.votes as select subject_id, label, count(*) as votes"
        ways = [
            Way("bare group by item, label", [f"{bare} from intermediate.int_ballots group by subject_id, label"]),
            Way("labels and nominal suite", statements(models, (*LABEL_MODELS, *SUITE_MODELS))),
        ]
        if ballots <= 2_000_000:
            ways += [
                Way("labels", statements(models, LABEL_MODELS)),
                Way("crowd-kit majority vote"),
                Way("alpha", statements(models, ALPHA_MODELS)),
                Way("pandas matrix, krippendorff"),
            ]
        if ballots <= 500_000:
            ways += [
                Way("quadratic AC2 with standard error", statements(models, AC2_MODELS)),
                Way("irrCAC quadratic AC2, its matrix ready"),
                Way("irrCAC quadratic AC2, from ballots"),
            ]
        found = measure(warehouse, folder, ways, rounds)
    for name, measured in found.items():
        print(f"| {ballots:,} | {name} | {measured.seconds:.3f} | {measured.peak_mib:,.0f} |", flush=True)


def main() -> None:
    sizes = [int(text) for text in sys.argv[1:]] or [96_000, 480_000, 1_200_000]
    print("| ballots | way | seconds | peak MiB |\n|--:|:--|--:|--:|", flush=True)
    for ballots in sizes:
        report(ballots, 3)


if __name__ == "__main__":
    main()
