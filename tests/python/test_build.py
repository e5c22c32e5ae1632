"""dbt build: with nothing landed, from anywhere, and the same bytes for any order of rows and number of threads."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from pathlib import Path

import duckdb
import pytest

from conftest import ROOT, House, shared_folder
from ingest.simulate.mer_bench import simulate

#: Where a row came from says which file and line it was in; everything else may not depend on it.
PLACES = {"source_row_id", "detail"}


def marts(warehouse: Path) -> dict[str, str]:
    """Return a digest of each mart's rows, sorted, without the columns that name a place."""
    found = {}
    with duckdb.connect(str(warehouse), read_only=True) as connection:
        tables = connection.execute(
            "select table_name from information_schema.tables where table_schema = 'marts' order by 1"
        ).fetchall()
        for (table,) in tables:
            columns = [c for c, *_ in connection.execute(f"describe marts.{table}").fetchall() if c not in PLACES]
            rows = connection.execute(f"select {', '.join(columns)} from marts.{table}").fetchall()
            found[table] = hashlib.sha256("\n".join(sorted(map(repr, rows))).encode()).hexdigest()
    return found


def test_nothing_landed_builds_and_every_mart_is_there_and_empty(empty):
    tables = empty.query("select table_name from information_schema.tables where table_schema = 'marts'")
    assert {"mer_bench_table_2", "mer_bench_scores", "exclusions", "waterfall"} <= {name for (name,) in tables}
    # The paper's comparison of datasets is a published table; a summary and a fixed set of classes stand with counts of 0,
    # and every registered claim stands without a verdict.
    fixed = {"mer_bench_table_1", "mame_re_consensus", "mame_re_summary", "claims"}
    assert empty.query("select distinct verdict from marts.claims") == [("not computable",)]
    assert {name for (name,) in tables if empty.value(f"select count(*) from marts.{name}") > 0} == fixed
    assert empty.query("select sum(pair_count), count(share) from marts.mame_re_consensus") == [(0, 0)]
    assert empty.query("select pair_count, mean_funniness, status from marts.mame_re_summary") == [
        (0, None, "no_votes")
    ]


def columns(house: House) -> dict[tuple[str, str, str], str]:
    """Return the type of every column; any whole number counts as bigint."""
    rows = house.query("select table_schema, table_name, column_name, data_type from information_schema.columns")
    whole = {"INTEGER": "BIGINT", "HUGEINT": "BIGINT"}
    return {(schema, table, column): whole.get(kind, kind) for schema, table, column, kind in rows}


def test_without_any_benchmark_generic_marts_build_and_columns_keep_their_types(empty, tmp_path):
    alone = House(tmp_path)
    kinds = ("--exclude-resource-type", "test", "--exclude-resource-type", "unit_test")
    alone.dbt("build", "-s", "+path:models/marts/generic", *kinds, "--vars", "{benchmarks: {}, replicates: 200}")
    found = columns(alone)
    assert {table for schema, table, _ in found if schema == "marts"} >= {"agreement", "judge_cards", "claims"}
    assert found.items() <= columns(empty).items()
    assert alone.query("select distinct verdict from marts.claims") == [("not computable",)]


def test_a_bare_build_lands_the_data_folder_in_silence_and_can_be_told_not_to(house):
    simulate(house.data, 3, 0.01)
    house.variables["AFFECTMART_LAND"] = "0"
    house.dbt("run", "--select", "stg_mer_bench__memes")
    assert house.value("select count(*) from raw.files") == 0
    del house.variables["AFFECTMART_LAND"]
    told = house.dbt("build", "-s", "stg_mer_bench__memes")
    assert told.stdout.strip() == ""
    files = house.query("from raw.files")
    assert len(files) > 100
    house.dbt("run", "--select", "stg_mer_bench__memes")
    assert house.query("from raw.files") == files


def test_a_fault_in_the_data_folder_is_one_sentence_of_dbt(house):
    house.data.mkdir()
    (house.data / "index_final.json").write_text("")
    told = house.dbt("build", code=2)
    assert "index_final.json: is empty" in told.stdout + told.stderr


def test_the_project_uses_its_own_warehouse_from_any_folder(tmp_path):
    project = tmp_path / "project"
    ignore = shutil.ignore_patterns(".venv", ".git", "target", "logs", "*.duckdb", "data", "exports", ".*_cache")
    shutil.copytree(ROOT, project, ignore=ignore)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    house = House(elsewhere, {"PYTHONPATH": str(project)})
    environment = house.environment()
    for name in ("AFFECTMART_WAREHOUSE", "AFFECTMART_DATA", "AFFECTMART_EXPORTS"):
        environment.pop(name)
    house.environment = lambda: environment  # type: ignore[method-assign]
    house.run(
        "dbt", "run", "--project-dir", project, "--profiles-dir", project, "--quiet", "-s", "stg_mer_bench__memes"
    )
    assert (project / "warehouse.duckdb").exists()
    assert list(elsewhere.iterdir()) == []


@pytest.fixture(scope="module")
def ordered(tmp_path_factory) -> House:
    place = House(tmp_path_factory.mktemp("ordered"))
    simulate(place.data, 5, 0.02)
    place.ingest("load", place.data)
    place.build("mer_bench")
    return place


def shuffled(source: Path, target: Path, seed: int) -> None:
    """Copy raw files with their rows in another order; the index keeps its repeated ids in theirs."""
    draw = random.Random(seed)
    shutil.copytree(source, target)
    for path in sorted(target.rglob("*.jsonl")):
        rows = path.read_text(encoding="utf-8").split("\n")
        draw.shuffle(rows)
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    for path in target.rglob("index_final.json"):
        memes = json.loads(path.read_text(encoding="utf-8"))
        first, rest = memes[0], memes[1:]
        draw.shuffle(rest)
        path.write_text(json.dumps([first, *rest], ensure_ascii=False), encoding="utf-8")


@pytest.mark.parametrize("threads", [1, 4])  # `ordered` is built with 2.
def test_marts_do_not_depend_on_row_order_or_threads(ordered, tmp_path, threads):
    place = House(tmp_path)
    shuffled(ordered.data, place.data, threads)
    place.ingest("load", place.data)
    place.variables["AFFECTMART_THREADS"] = str(threads)
    place.build("mer_bench")
    assert marts(place.warehouse) == marts(ordered.warehouse)


def test_formulas_give_the_oracle_values(tmp_path):
    """The macros, rendered by dbt, on the oracle's unit cases; an aggregate formula stands nowhere else."""
    oracle = json.loads((shared_folder() / "oracles" / "rfs.json").read_text())
    house = House(tmp_path)
    sql = """
    select definition, number, tas, cfs, sss, {{ mer_bench_rfs() }} as rfs from (
        select *, {{ mer_bench_tas() }} as tas, {{ mer_bench_cfs() }} as cfs, {{ mer_bench_sss() }} as sss from cases
    )
    """
    compiled = house.run(
        "dbt", "compile", "--inline", sql, "--project-dir", ROOT, "--profiles-dir", ROOT, "--quiet",
        "--target-path", tmp_path / "target", "--log-path", tmp_path / "logs",
    ).stdout  # fmt: skip
    names = {"H": "ppe", "Ev": "vea", "Et": "tea", "Qv": "vgq", "Qt": "tgq", "Qo": "hgq", "C": "lc", "S": "pes"}
    rows = []
    for number, case in enumerate(oracle["unit_cases"]):
        for definition in ("paper", "released"):
            cells = ", ".join(f"cast({case[k]} as double) as {name}" for k, name in names.items())
            rows.append(
                f"select '{definition}' as definition, {number} as number, {cells}, 3e0 as alpha, 1e-3 as epsilon, 1e-12 as factor_floor"
            )
    found = duckdb.sql(f"with cases as ({' union all '.join(rows)}) {compiled}").fetchall()
    assert len(found) == 16
    for definition, number, *values in found:
        expected = [oracle["unit_cases"][number][definition][name] for name in ("tas", "cfs", "sss", "rfs")]
        assert values == pytest.approx(expected, abs=1e-12)
