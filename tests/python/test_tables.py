"""Tables as data and as Markdown, CSV and LaTeX, read back cell by cell."""

from __future__ import annotations

import csv
import io
import math
import re
import shutil
import subprocess

import duckdb
import pytest

from analysis.errors import NothingToShowError
from analysis.exposures import EXPOSURES
from analysis.marts import Marts
from analysis.numbers import printed
from analysis.tables.comma import to_csv
from analysis.tables.latex import to_latex
from analysis.tables.markdown import to_markdown
from analysis.tables.mer_bench import mer_bench_table_2, mer_bench_table_3
from analysis.tables.model import Cell, Column, Group, Table
from hand_made_marts import METRICS, system, write, write_marts

HOSTILE = [
    r"a_b & 50% $x$ #1 {c} ~d ^e \f | <b> `c` *d* [e]",
    "[looks like an argument]",
    "*starred",
    '"quoted" --- dashes, ,, ?` !` \'\'x',
    "two\nlines\ttab\x07bell",
    "~~struck~~ &amp; &#124;",
]  # fmt: skip


def made(tmp_path, rows) -> Table:
    with Marts(write(tmp_path / "made.duckdb", rows)) as marts:
        return mer_bench_table_2(marts)


def small(*values: float | None, direction="higher", names=None) -> Table:
    rows = [[Cell(text=name), Cell(value)] for name, value in zip(names or "abcdefgh", values, strict=False)]
    return Table("t", [Column("Model", is_text=True), Column("x", direction)], [Group("g", rows)], caption="A caption.")


def body(markdown: str) -> list[list[str]]:
    """Read a Markdown table back: unescaped cells of its rows, header first."""
    lines = [line for line in markdown.splitlines() if line.startswith("|") and not line.startswith("|:--")]
    parts = [re.split(r"(?<!\\)(?:\\\\)*\|", line)[1:-1] for line in lines]
    return [[re.sub(r"\\(.)", r"\1", cell.strip()) for cell in row] for row in parts]


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0.125, 2, "0.12"),
        (0.375, 2, "0.38"),
        (0.285, 2, "0.28"),
        (1.005, 2, "1.00"),
        (2.675, 2, "2.67"),
        (0.5, 0, "0"),
        (1.5, 0, "2"),
        (-0.004, 2, "0.00"),
        (1e22, 1, "10000000000000000000000.0"),
    ],
)
def test_a_cell_is_the_half_even_decimal_of_the_exact_double(value, decimals, text):
    assert printed(value, decimals) == text


@pytest.mark.parametrize(
    ("values", "direction", "expected"),
    [
        ((3.0, 2.0, 1.0), "higher", ["best", "second", "none"]),
        ((3.0, 3.0, 1.0), "higher", ["best", "best", "none"]),
        ((3.0, 2.0, 2.0, 1.0), "higher", ["best", "second", "second", "none"]),
        ((3.0, 2.0, 1.0), "lower", ["none", "second", "best"]),
        ((3.0, 2.0, 1.0), "none", ["none", "none", "none"]),
        ((None, 2.0, math.nan, 1.0), "higher", ["none", "best", "none", "second"]),
    ],
)
def test_best_and_second_follow_direction_and_competition_ranks(values, direction, expected):
    table = small(*values, direction=direction)
    assert [row[1] for row in table.marks(table.groups[0])] == expected


def test_best_is_decided_inside_each_row_group(tmp_path):
    rows = system("a", 40) + system("b", 30) + system("c", 20, experiment="two") + system("d", 10, experiment="two")
    shown = to_latex(made(tmp_path, rows))
    best = re.findall(r"^(\w) .*textbf", shown, re.MULTILINE)
    second = re.findall(r"^(\w) .*underline", shown, re.MULTILINE)
    assert (best, second) == (["a", "c"], ["b", "d"])
    assert shown.count(r"\midrule") == 2


def test_rows_stand_in_the_papers_order_then_by_rfs_then_by_name(tmp_path):
    rows = system("late", 80, row_order=2) + system("early", 10, row_order=1) + system("z", 30) + system("y", 30)
    rows += system("x", 40) + system("none", mean_pct=None)
    table = made(tmp_path, rows)
    assert [row[0].text for row in table.groups[0].rows] == ["early", "late", "x", "y", "z", "none"]


def test_only_the_default_conventions_are_printed(tmp_path):
    rows = (
        system("a") + system("b", definition="paper") + system("c", grain="output") + system("d", coercion="released")
    )
    rows += system("e", run_source="resampled") + system("f", run_source="population")
    assert [row[0].text for row in made(tmp_path, rows).groups[0].rows] == ["a"]


def test_resampled_runs_stand_in_only_where_none_are_recorded(tmp_path):
    table = made(tmp_path, system("a", run_source="resampled", run_count=7) + system("b", run_source="population"))
    assert [row[0].text for row in table.groups[0].rows] == ["a"]
    assert "7 resampled runs" in table.caption


def test_nothing_of_the_default_conventions_is_nothing_to_show(tmp_path):
    with pytest.raises(NothingToShowError, match="released-strict-run"):
        made(tmp_path, system("a", definition="paper"))


def test_the_caption_is_the_documentation_then_what_is_shown_then_the_convention(tmp_path):
    write(tmp_path / "made.duckdb", system("a", run_count=5) + system("b", run_count=10))
    exposure = EXPOSURES["mer_bench_table_2"]
    with Marts(tmp_path / "made.duckdb") as marts:
        bare = exposure.make(marts).caption
    shown = "RF-VF, exp. Over 5 to 10 recorded runs; ± is the sample standard deviation over runs: "
    assert bare.startswith(f"{exposure.sentence} {shown}")
    assert bare.endswith("not a standard error. Convention released-strict-run.")
    with duckdb.connect(str(tmp_path / "made.duckdb")) as warehouse:
        warehouse.execute("create schema seeds")
        warehouse.execute(
            "create table seeds.mer_bench_conventions as "
            "select 'released-strict-run' as convention_id, 'The released formulas.' as sentence"
        )
    with Marts(tmp_path / "made.duckdb") as marts:
        assert exposure.make(marts).caption == bare[:-1] + ": The released formulas."


def test_runs_that_all_hold_the_same_outputs_have_no_spread_and_say_so(tmp_path):
    rows = [
        row | {"axis": "layout_type", "stratum": name, "display_name": name, "is_short_sample": is_short}
        for name, is_short in (("few", True), ("many", False))
        for row in system("all", run_source="resampled", sd_pct=0.0, output_count=80)
    ]
    with Marts(write_marts(tmp_path / "made.duckdb", {"mer_bench_table_3": rows})) as marts:
        table = mer_bench_table_3(marts)
    few, many = table.groups[0].rows
    assert few[1].spread is None and "no spread" in few[-2].note and few[-2].value == 80
    assert many[1].spread == 0.0 and many[-2].note is None


def test_a_missing_spread_leaves_the_mean_alone(tmp_path):
    rows = body(to_markdown(made(tmp_path, system("a", sd_pct=None, mean_pct=12.345))))
    assert rows[1] == ["a", *[printed(12.345, 2)] * 12, "1000", "3"]


def test_each_reason_of_a_missing_cell_is_a_footnote_of_its_own(tmp_path):
    rows = system("a") + system("b", mean_pct=None, sd_pct=None, output_count=0)
    rows += [row for row in system("c", mean_pct=None) if row["metric"] != "lc"]
    shown = to_markdown(made(tmp_path, rows))
    lines = {row[0]: row[1:] for row in body(shown)}
    assert lines["b"][0] == "–<sup>a</sup>"
    assert (lines["c"][0], lines["c"][4]) == ("–<sup>b</sup>", "–<sup>c</sup>")
    assert "<sup>a</sup> no output could be scored" in shown
    assert "<sup>b</sup> outputs were scored, but this metric has no value" in shown
    assert "<sup>c</sup> the mart has no row of this metric" in shown


def test_a_table_without_a_missing_cell_has_no_footnote(tmp_path):
    assert "<sup>" not in to_markdown(made(tmp_path, system("a")))


def test_csv_reads_back_to_the_marts_own_doubles(tmp_path):
    rows = system('a, "b"', 1 / 3, sd_pct=0.1 + 0.2) + system("c", mean_pct=None, sd_pct=None)
    text = to_csv(made(tmp_path, rows))
    assert text.count("\r\n") == 3 and "\n" not in text.replace("\r\n", "")
    read = list(csv.DictReader(io.StringIO(text, newline="")))
    assert read[0]["Model"] == 'a, "b"'
    for position, metric in enumerate(METRICS):
        assert float(read[0][metric.upper()]) == 1 / 3 + position
        assert float(read[0][f"{metric.upper()} sd"]) == 0.1 + 0.2
        assert read[1][metric.upper()] == ""
    assert (read[0]["n"], read[0]["left out"]) == ("1000", "3")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_cell_that_a_spreadsheet_would_run_is_text(start):
    read = list(csv.reader(io.StringIO(to_csv(small(-1.5, names=[f"{start}1+1"])), newline="")))
    assert read[1][1:] == [f"'{start}1+1", "-1.5"]


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_reads_back_to_the_name(name):
    read = body(to_markdown(small(1.0, names=[name])))
    # A page may not hold a control character.
    assert read[1] == [" ".join(name.split()).replace("\x07", "\ufffd"), "1.00"]


def test_latex_escapes_every_special_character():
    shown = to_latex(small(*[1.0] * len(HOSTILE), names=HOSTILE))
    assert r"a\_b \& 50\% \$x\$ \#1 \{c\} \textasciitilde{}d \textasciicircum{}e \textbackslash{}f" in shown
    assert r"{\char34}quoted{\char34} -{}-{}- dashes" in shown
    assert "\n{}[looks like an argument]" in shown and "\n{}*starred" in shown
    assert "two lines tabbell" in shown


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("layout", ["", "[twocolumn]"])
def test_latex_compiles_alone(tmp_path, layout):
    rows = [row for number, name in enumerate(HOSTILE) for row in system(name, 10 + number)]
    rows += system("none", mean_pct=None, sd_pct=None, output_count=0) + system("b_%", experiment="x_&_y")
    table = to_latex(made(tmp_path, rows))
    (tmp_path / "paper.tex").write_text(
        f"\\documentclass{layout}{{article}}\n\\usepackage{{booktabs}}\n\\usepackage{{graphicx}}\n"
        f"\\begin{{document}}\n{table}\\end{{document}}\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
        cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    said = done.stdout.decode(errors="replace")
    assert done.returncode == 0, said[-2000:]
    assert "Overfull" not in said and "Missing character" not in said
