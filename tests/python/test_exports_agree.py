"""Every table that the sample fills, in five formats, read back as data: all hold the same cells."""

from __future__ import annotations

import csv
import json
import re

import pyarrow.parquet as pq
import pytest
from markdown_it import MarkdownIt
from test_table_formats import read_html

from analysis.exposures import EXPOSURES
from analysis.numbers import printed

#: What stands beside a value, and the columns of counts that only end like it.
ENDING = re.compile(" (sd|low|high)$")
NO_VALUE = ("too",)
TABLES = [name for name, exposure in EXPOSURES.items() if exposure.kind == "table"]


@pytest.fixture(scope="module")
def folder(sample, tmp_path_factory):
    out = tmp_path_factory.mktemp("agree")
    sample.analysis("export", *existing(sample), "--format", "md,csv,tex,html,parquet", "--out", out)
    return out


def existing(sample) -> list[str]:
    """The tables that the sample, which has MER-Bench only, can fill."""
    told = sample.analysis("export", "--all", "--format", "csv", "--out", sample.folder / "probe").stdout
    return [line.rsplit("/", 1)[-1].removesuffix(".csv") for line in told.splitlines() if line.endswith(".csv")]


def body(rows) -> list[list[str]]:
    """Rows of a read page without headings: cells as text, signs of notes left out."""
    return [
        [re.sub(r"^([-–\d.±\[\], ]+)[a-z†‡§¶]+$", r"\1", cell[0]) for cell in row]
        for row in rows
        if len(row) > 1 and "scope" not in row[0][2]
    ]


def from_latex(text: str) -> list[list[str]]:
    """Rows of a LaTeX table as plain text; commands of this house only."""
    parts = [part.split(r"\midrule", 1)[1].split(r"\bottomrule", 1)[0] for part in text.split(r"\toprule")[1:]]
    lines = [line.removesuffix(r" \\") for part in parts for line in part.splitlines() if " & " in line]
    return [[plain(cell) for cell in line.split(" & ")] for line in lines]


def plain(cell: str) -> str:
    bare = re.sub(r"\\rlap\{\$\^\{.*?\}\}?\$\}|\$\^\{\\mathrm\{.\}\}\$", "", cell)
    bare = re.sub(
        r"\\phantom\{(?:[^{}]|\{[^{}]*\})*\}", "", bare.replace(r"{\footnotesize$\pm$}", "±").replace("$-$", "-")
    )
    bare = re.sub(
        r"\\(?:textbf|underline|textchinese|textarabic|textjapanese|textkorean)\{((?:[^{}]|\{[^{}]*\})*)\}", r"\1", bare
    )
    bare = re.sub(r"\$\^\{\\(dd?agger)\}\$", lambda sign: {"dagger": "†", "ddagger": "‡"}[sign[1]], bare)
    bare = bare.replace(r"\textgreater{}", ">").replace(r"\textless{}", "<").replace("-{}", "-")
    return re.sub(r"\\([&%_#$])", r"\1", bare).strip().removeprefix("{}")


def test_the_sample_fills_most_tables(folder):
    written = {path.stem for path in folder.glob("*.csv")}
    assert {"mer_bench_table_2", "mer_bench_table_3", "mer_bench_figure_5"} <= written <= set(TABLES)


def test_a_caption_tells_the_documentation_and_every_convention_of_its_numbers(folder, sample):
    meanings = dict(sample.query("select convention_id, sentence from seeds.mer_bench_conventions"))
    for seed in ("mame_re", "emogenie"):
        meanings |= dict(sample.query(f"select convention_id, sentence from seeds.{seed}_conventions"))
    exports = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))["exports"]
    for path in sorted(folder.glob("*.parquet")):
        caption = pq.read_schema(path).metadata[b"caption"].decode()
        assert caption.startswith(EXPOSURES[path.stem].sentence), path.stem
        named = exports[path.name]["conventions"]
        assert re.findall(r"Convention (\S+): ", caption) == named, path.stem
        for name in named:
            assert f"Convention {name}: {meanings[name]}" in caption, path.stem
    assert exports["emogenie_alignment.parquet"]["conventions"] == ["any", "fractional", "sole", "votes"]


def test_formats_hold_the_same_cells(folder):
    for path in sorted(folder.glob("*.csv")):
        whole = list(csv.reader(path.open(encoding="utf-8", newline="")))
        parquet = pq.read_table(path.with_suffix(".parquet"))
        assert parquet.num_rows == len(whole) - 1, path.stem
        columns = [column.to_pylist() for column in parquet.columns]
        for at, column in enumerate(columns):
            texts = [row[at] for row in whole[1:]]
            assert ["" if value is None else str(value) for value in column] == [
                text.removeprefix("'") for text in texts
            ], path.stem
        web = body(read_html(path.with_suffix(".html").read_text(encoding="utf-8")).rows)
        shown = (
            MarkdownIt("commonmark", {"html": True})
            .enable("table")
            .render(path.with_suffix(".md").read_text(encoding="utf-8"))
        )
        marked = [row for row in body(read_html(shown).rows)[1:] if any(row[1:])]
        assert web == marked, path.stem
        dashed = [[cell.replace("–", "--") for cell in row] for row in web]
        assert from_latex(path.with_suffix(".tex").read_text(encoding="utf-8")) == dashed, path.stem
        for number, row in enumerate(web):
            beside = {name: columns[at][number] for at, name in enumerate(parquet.column_names)}
            values = [name for name in parquet.column_names[1:] if ENDING.sub("", name) in (name, *NO_VALUE)]
            for name, cell in zip(values, row, strict=True):
                value, spread = beside[name], beside.get(f"{name} sd")
                if isinstance(value, str):
                    assert " ".join(value.split()) == cell.rstrip("†‡§¶")
                elif value is None:
                    assert cell in ("–", "")
                elif cell.startswith("<"):
                    assert 0 < value < float(cell[1:])
                else:
                    decimals = len(re.match(r"-?\d+\.?(\d*)", cell)[1])
                    expected = printed(value, decimals) + ("" if spread is None else f"±{printed(spread, decimals)}")
                    assert cell.split(" [")[0] == expected, (path.stem, name)
