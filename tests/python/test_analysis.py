"""Tables, charts and SQL as a user meets them, read back and compared with the marts."""

from __future__ import annotations

import csv
import json
import re

import pytest

from analysis.numbers import printed
from analysis.tables.comma import to_csv
from analysis.tables.latex import to_latex
from analysis.tables.markdown import to_markdown
from analysis.tables.model import Cell, Column, Group, Table
from conftest import House, held_open

METRICS = ["VGQ", "VEA", "TGQ", "TEA", "LC", "HGQ", "PPE", "PES", "TAS", "CFS", "SSS", "RFS"]


@pytest.fixture(scope="module")
def exported(sample) -> House:
    told = sample.analysis("export", "--all")
    written = {line.rsplit("/", 1)[-1] for line in told.stdout.splitlines()}
    assert {"mer_bench_table_3.tex", "mer_bench_figure_5.csv", "mer_bench_components.svg", "provenance.json"} <= written
    return sample


def table(*rows: tuple[str, float | None], direction="higher", notes=()) -> Table:
    cells = [[Cell(text=name), Cell(value)] for name, value in rows]
    columns = [Column("Model", is_text=True), Column("score", direction)]
    return Table("t", columns, [Group("g", cells)], notes, caption="A caption")


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(0.125, 2, "0.12"), (0.375, 2, "0.38"), (0.285, 2, "0.28"), (2.5, 0, "2"), (-0.001, 2, "0.00"), (1e-9, 3, "0.000"), (99.995, 2, "100.00")],
)  # fmt: skip
def test_numbers_are_rounded_half_to_even_from_the_exact_double(value, decimals, text):
    assert printed(value, decimals) == text


def marks_of(shown: Table) -> list[str]:
    return [row[1] for row in shown.marks(shown.groups[0])]


def test_two_best_have_no_second_and_a_lone_value_is_not_best():
    assert marks_of(table(("a", 2.0), ("b", 2.0), ("c", 1.0))) == ["best", "best", "none"]
    assert marks_of(table(("a", 2.0), ("b", 1.0), ("c", 1.0))) == ["best", "second", "second"]
    assert marks_of(table(("a", 2.0), ("b", 1.0), direction="lower")) == ["second", "best"]
    assert marks_of(table(("a", 2.0), ("b", None))) == ["none", "none"]
    assert marks_of(table(("a", 2.004), ("b", 2.001))) == ["best", "best"]


def test_a_missing_value_is_a_dash_with_a_note():
    shown = to_markdown(table(("a", None), ("b", 1.0)))
    assert "| a | –<sup>a</sup> |" in shown
    assert "no value could be computed" in shown
    assert "no value could be computed" not in to_markdown(table(("b", 1.0)))


@pytest.mark.parametrize("name", ["=1+1", "+x", "-x", "@cmd", "\tx"])
def test_no_spreadsheet_runs_a_cell(name):
    rows = list(csv.reader(to_csv(table((name, -1.5))).splitlines()))
    assert rows[1][1] == "'" + name
    assert rows[1][2] == "-1.5"


def test_special_characters_stay_text():
    name = r"a_b & 50% $x$ #1 {c} ~d ^e \f | <b>"
    assert r"a\_b \& 50\% \$x\$ \#1 \{c\}" in to_latex(table((name, 1.0)))
    assert r"a\_b & 50% $x$ #1 {c} ~d ^e \\f \| \<b\>" in to_markdown(table((name, 1.0)))


def test_a_row_that_starts_like_an_option_of_latex_is_guarded():
    assert "\n{}[a] & 1.00" in to_latex(table(("[a]", 1.0)))


def test_every_exported_cell_equals_the_mart(exported):
    rows = list(csv.DictReader((exported.exports / "mer_bench_table_2.csv").open(encoding="utf-8")))
    mart = {
        (f"{c}, {e}", s, m.upper()): (mean, sd, n, out)
        for c, e, s, m, mean, sd, n, out in exported.query(
            """
            select configuration, experiment, system_id, metric, mean_pct, sd_pct, output_count, excluded_count
            from marts.mer_bench_table_2
            where definition = 'released' and grain = 'run' and coercion = 'strict' and run_source = 'recorded'
            """
        )
    }
    assert len(rows) == 18
    assert len(mart) == 18 * 12
    for row in rows:
        for metric in METRICS:
            mean, sd, outputs, excluded = mart[row["group"], row["Model"], metric]
            assert float(row[metric]) == mean
            assert float(row[f"{metric} sd"]) == sd
            assert (int(row["n"]), int(row["left out"])) == (outputs, excluded)
    shown = (exported.exports / "mer_bench_table_2.md").read_text(encoding="utf-8")
    first = next(line for line in shown.splitlines() if line.startswith("| Flux9B"))
    cells = [re.sub(r"[*]|</?u>", "", cell).strip() for cell in first.split("|")[2:14]]
    expected = [mart[rows[0]["group"], "Flux9B", m][:2] for m in METRICS]
    assert cells == [f"{printed(mean, 2)}±{printed(sd, 2)}" for mean, sd in expected]


def test_the_caption_names_the_conventions(exported):
    for form in ("md", "tex"):
        shown = (exported.exports / f"mer_bench_table_2.{form}").read_text(encoding="utf-8")
        for words in ("released code's formulas", "of a run's mean metrics", "recorded runs", "not a standard error"):
            assert words in shown


def test_charts_hold_every_number_of_the_mart_and_fit_their_canvas(exported):
    svg = (exported.exports / "mer_bench_heat_map.svg").read_text(encoding="utf-8")
    assert (exported.exports / "mer_bench_heat_map.png").read_bytes().startswith(b"\x89PNG")
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert sum(bool(re.fullmatch(r"\d+\.\d", text)) for text in texts) == 14 * 12
    assert {"Flux9B", "SD", *METRICS} <= set(texts)


def test_two_exports_are_byte_equal(exported, tmp_path):
    exported.analysis("export", "--all", "--out", tmp_path)
    first, second = (
        {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
        for folder in (exported.exports, tmp_path)
    )
    assert first == second
    for name in first:
        assert (tmp_path / name).read_bytes() == (exported.exports / name).read_bytes(), name


def test_provenance_names_sources_and_conventions(exported):
    record = json.loads((exported.exports / "provenance.json").read_text(encoding="utf-8"))
    assert len(record["source_files"]) == exported.value("select count(*) from raw.files")
    ties = {"any", "fractional", "sole", "votes"}
    assert record["conventions"] == sorted(ties | {"exclude", "released-strict-output", "released-strict-run"})
    assert record["packages"]["duckdb"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("export", "mer_bench_tabel_2"), "Did you mean mer_bench_table_2"),
        (("export",), "use --all"),
        (("export", "--all", "--format", "docx"), "use one or more of"),
        (("export", "mer_bench_table_2", "--out", "/dev/null/x"), "cannot be written"),
        (("sql", "select nothing from nowhere"), "SQL:"),
        (("sql", "create table x (a int)"), "read-only"),
        (("sql", "select * from read_csv('/etc/passwd')"), "SQL:"),
        (("sql", "copy (select 1) to '/tmp/affectmart_should_not_be_there.csv'"), "SQL:"),
    ],
)
def test_a_mistake_is_one_sentence(sample, arguments, says):
    told = sample.analysis(*arguments, code=1)
    assert says in told.stderr
    assert told.stderr.count("\n") == 1


def test_a_missing_warehouse_or_build_says_what_to_run(house):
    assert "Run ingest load and dbt build first" in house.analysis("export", "--all", code=1).stderr
    (house.folder / "votes.csv").write_text("subject_id,question,label\ni,q,x\n")
    house.ingest("load", "votes.csv", "--as", "ballots", "--benchmark", "study")
    assert "Run dbt build first" in house.analysis("export", "--all", code=1).stderr


def test_an_empty_mart_is_told_and_nothing_is_written(empty):
    assert "nothing that it needs is landed" in empty.analysis("export", "--all").stderr
    assert "nothing that it needs is landed" in empty.analysis("export", "mer_bench_table_2", code=1).stderr
    # A claim without data is a row of its own: not computable.
    assert {path.stem for path in empty.exports.iterdir()} <= {"claims", "provenance"}


def test_a_locked_warehouse_names_the_process(sample):
    with held_open(sample.warehouse) as process:
        assert f"process {process}" in sample.analysis("sql", "select 1", code=1).stderr


def test_sql_prints_tables_csv_and_json(sample):
    query = "select metric, count(*) as n from marts.mer_bench_table_2 group by metric order by metric"
    assert sample.analysis("sql", query, "--format", "csv").stdout.splitlines()[0] == "metric,n"
    assert len(json.loads(sample.analysis("sql", query, "--format", "json").stdout)) == 12
    assert "metric" in sample.analysis("sql", query).stdout


def test_list_shows_every_exposure_of_dbt(sample):
    shown = sample.analysis("list").stdout
    for name in ("mer_bench_table_2", "mer_bench_heat_map"):
        assert name in shown
