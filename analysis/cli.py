"""The command line: list, export, report, compare, sql."""

from __future__ import annotations

import csv
import difflib
import io
import json
import math
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table as Grid

from analysis.compare import Question, in_words
from analysis.compare import compare as compared
from analysis.errors import AnalysisError, NothingToShowError
from analysis.export import DEFAULT_FORMATS, FORMATS, WIDTHS, Style, check_folder, render, write_file
from analysis.exposures import EXPOSURES
from analysis.marts import Marts
from analysis.provenance import FILE_NAME as PROVENANCE
from analysis.provenance import provenance
from analysis.tables.comma import defused
from analysis.tables.model import Marking
from ingest.commands import Commands, err, out
from ingest.paths import exports_path, warehouse_path


def _complete_names(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Return the names that a shell offers after TAB."""
    return [name for name in EXPOSURES if name.startswith(begun)]


def _complete_formats(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Return what a shell offers for the last of the formats, with those before it."""
    before, comma, last = begun.rpartition(",")
    return [before + comma + name for name in FORMATS if name.startswith(last)]


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="affectmart")
def main() -> None:
    """Read a built warehouse: tables, charts and SQL. Nothing is ever written to it."""


@main.command("list")
def list_command() -> None:
    """Show every table and chart.

    \b
    analysis list
    """
    grid = Grid("name", "kind", "what it shows", box=None, header_style="bold")
    for name, exposure in EXPOSURES.items():
        grid.add_row(name, exposure.kind, exposure.sentence)
    _print_whole(grid)


@main.command()
@click.argument("names", nargs=-1, metavar="[NAME]…", shell_complete=_complete_names)
@click.option("--all", "is_all", is_flag=True, help="Every table and chart.")
@click.option(
    "--format",
    "formats",
    default=",".join(DEFAULT_FORMATS),
    show_default=True,
    help=f"Which of {', '.join(FORMATS)}, comma separated.",
    shell_complete=_complete_formats,
)
@click.option(
    "--out", "folder", type=click.Path(path_type=Path), help="Folder; default AFFECTMART_EXPORTS or exports/."
)
@click.option(
    "--bold",
    "marking",
    type=click.Choice(["value", "group"]),
    default="value",
    show_default=True,
    help="Bold in tables: the best value, or all that cannot be told from the best.",
)
@click.option("--width", type=click.Choice(list(WIDTHS)), help="A chart's width: a column, the text, a slide.")
def export(
    names: tuple[str, ...], is_all: bool, formats: str, folder: Path | None, marking: Marking, width: str | None
) -> None:
    """Write tables and charts, and provenance.json beside them.

    \b
    analysis export mer_bench_table_2 --format tex,md
    analysis export mer_bench_heat_map --format pdf --width text
    analysis export --all
    """  # fmt: skip
    wanted = _names(names, is_all)
    forms = _formats(formats)
    style = Style(marking, WIDTHS[width] if width else None)
    target = folder if folder is not None else exports_path()
    check_folder(target)
    with Marts(warehouse_path()) as marts:
        files: dict[str, tuple[tuple[str, ...], bytes]] = {}
        for name in wanted:
            try:
                rendered = dict(render(marts, name, forms, style, _note))
                conventions = EXPOSURES[name].conventions(marts)
                files |= {file: (conventions, content) for file, content in rendered.items()}
            except NothingToShowError as error:
                if not is_all:
                    raise AnalysisError(f"{name}: {error}") from None
                _note(f"{name} is not written: {error}")
        record = provenance(marts, files, target) if files else None
    for file, (_, content) in files.items():
        click.echo(write_file(target, file, content))
    if record is not None:
        click.echo(write_file(target, PROVENANCE, record))


def _note(sentence: str) -> None:
    err.print(f"[yellow]note:[/yellow] {escape(sentence)}")


def _names(names: tuple[str, ...], is_all: bool) -> list[str]:
    if is_all:
        return list(EXPOSURES)
    if not names:
        raise AnalysisError("Name a table or chart, or use --all; analysis list shows every one.")
    for name in names:
        if name not in EXPOSURES:
            close = difflib.get_close_matches(name, EXPOSURES, n=1)
            hint = f" Did you mean {close[0]}?" if close else f" There is {', '.join(EXPOSURES)}."
            raise AnalysisError(f"{name}: no table or chart of that name.{hint}")
    return list(dict.fromkeys(names))


def _formats(formats: str) -> list[str]:
    wanted = [name.strip().lower() for name in formats.split(",") if name.strip()]
    unknown = [name for name in wanted if name not in FORMATS]
    if unknown or not wanted:
        raise AnalysisError(f"--format {formats}: use one or more of {', '.join(FORMATS)}.")
    return wanted


@main.command()
@click.option("--out", "path", type=click.Path(path_type=Path), help="File; default report.html beside the exports.")
def report(path: Path | None) -> None:
    """Write one page that shows everything, and provenance.json beside it; it opens without a network.

    \b
    analysis report --out report.html
    """
    from analysis.report.page import report as made

    target = path if path is not None else exports_path() / "report.html"
    check_folder(target.parent)
    if target.is_dir():
        raise AnalysisError(f"{target}: is a folder. Name a file with --out.")
    with Marts(warehouse_path()) as marts:
        content = made(marts)
        record = provenance(marts, {target.name: (_conventions(marts), content)}, target.parent)
    click.echo(write_file(target.parent, target.name, content))
    click.echo(write_file(target.parent, PROVENANCE, record))


def _conventions(marts: Marts) -> tuple[str, ...]:
    """Return the conventions of all that a report can show."""
    found: set[str] = set()
    for exposure in EXPOSURES.values():
        with suppress(AnalysisError):
            found.update(exposure.conventions(marts))
    return tuple(sorted(found))


@main.command()
@click.argument("system_a")
@click.argument("system_b")
@click.option("--metric", required=True, help="What was measured.")
@click.option("--by", metavar="BREAKDOWN", help="One answer for each part of a breakdown.")
@click.option("--benchmark", help="Where several have both systems.")
@click.option("--leaderboard", help="Where several have both systems.")
@click.option("--panel", help="One panel only.")
@click.option("--convention", help="One convention only.")
@click.option("--setting", "settings", multiple=True, help="For both systems; twice: the first's, the second's.")
@click.option("--json", "is_json", is_flag=True, help="The rows as JSON.")
def compare(
    system_a: str,
    system_b: str,
    metric: str,
    by: str | None,
    settings: tuple[str, ...],
    is_json: bool,
    **filters: str | None,
) -> None:
    """Say whether one system is better than another, and how sure that is.

    Compares on the clusters (items, contexts, images) that both have; reads marts.score_comparisons only.

    \b
    analysis compare system_1 system_2 --metric accuracy --by region
    """
    columns = {"convention": "convention_id"}
    given = {columns.get(name, name): value for name, value in filters.items() if value is not None}
    with Marts(warehouse_path()) as marts:
        records = compared(marts, Question(system_a, system_b, metric, by, settings, given))
    if is_json:
        values = [{name: _json_value(value) for name, value in record.items()} for record in records]
        click.echo(json.dumps(values, ensure_ascii=False))
    else:
        click.echo(in_words(records))


@main.command()
@click.argument("query")
@click.option("--format", "form", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True)
def sql(query: str, form: str) -> None:
    """Run one reading SQL statement.

    \b
    analysis sql "select system_id, mean_pct from marts.mer_bench_table_2 limit 5"
    """
    with Marts(warehouse_path()) as marts:
        columns, rows = marts.query(query)
    if form == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(map(defused, columns))
        writer.writerows([defused(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
        click.echo(text.getvalue(), nl=False)
    elif form == "json":
        records = [dict(zip(columns, map(_json_value, row), strict=True)) for row in rows]
        click.echo(json.dumps(records, ensure_ascii=False, default=str))
    else:
        grid = Grid(*map(escape, columns), box=None, header_style="bold")
        for row in rows:
            grid.add_row(*("" if cell is None else escape(str(cell)) for cell in row))
        _print_whole(grid)


def _print_whole(grid: Grid) -> None:
    """Print a grid with all its text: wrapped in a terminal, as wide as it needs in a file or a pipe."""
    for column in grid.columns:
        column.overflow = "fold"
    if out.is_terminal:
        out.print(grid)
        return
    endless = out.options.update(max_width=1_000_000)
    width = max(1, Measurement.get(out, endless, grid).maximum)
    Console(width=width, highlight=False).print(grid)


def _json_value(value: Any) -> Any:
    """Return null for NaN and the infinities, which JSON does not have, also inside lists and structs."""
    if isinstance(value, dict):
        return {key: _json_value(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_json_value(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
