"""The command line: load, check, status, rejects, trace, simulate."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.table import Table as Grid

import ingest.simulate
from ingest import reading
from ingest.benchmarks import CONFORMED, benchmarks
from ingest.commands import Commands, err, out
from ingest.detect import Request
from ingest.errors import IngestError
from ingest.paths import warehouse_path
from ingest.store import open_store
from ingest.sync import Outcome, check, load, scales_in_force


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="affectmart")
def main() -> None:
    """Land raw annotations, judge replies and model outputs in the warehouse.

    Every row received is landed or rejected with a reason; nothing is repaired in silence.
    """


def _paths(function: Callable[..., None]) -> Callable[..., None]:
    for decorate in reversed(
        (
            click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH…"),
            click.option("--benchmark", metavar="NAME", help="The benchmark that the files belong to."),
            click.option(
                "--as", "as_table", metavar="TABLE",
                help=f"What a file is: a raw table, or a shape ({', '.join(t.name for t in CONFORMED.tables)}).",
            ),
            click.option("--configuration", metavar="NAME", help="The judge configuration, where no path says it."),
            click.option(
                "--scale", "scale_files", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
                help="A scale file: labels, order, values, native names, aliases.",
            ),
            click.option(
                "--questions", "question_files", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
                help="Which scale each question is answered on: question, scale.",
            ),
        )
    ):  # fmt: skip
        function = decorate(function)
    return function


@main.command("load")
@_paths
@click.option("--prune", is_flag=True, help="Also forget landed files below PATH that are gone.")
def load_command(prune: bool, **options: Any) -> None:
    """Land files, or every known file below a folder.

    \b
    ingest load data/
    ingest load eval_outputs/ --configuration RF-VF
    ingest load my_votes.csv --as ballots --benchmark my_study --scale scales.csv --questions questions.csv
    """
    request = _request(options, prune)
    with open_store(warehouse_path()) as store, _progress() as progress:
        outcome = load(store, request, progress)
    _explain_nothing(request, outcome)
    _report(outcome, "landed")


@main.command("check")
@_paths
def check_command(**options: Any) -> None:
    """Read files as `load` would and report; nothing is written.

    \b
    ingest check data/
    """
    request = _request(options, prune=False)
    with reading.open_reader(warehouse_path(), missing_is_none=True) as reader, _progress() as progress:
        outcome = check(reader.store if reader else None, request, progress)
    _explain_nothing(request, outcome)
    _report(outcome, "would land")


@main.command()
def status() -> None:
    """Show what is landed, file counts, rejects, and the labels of every scale.

    \b
    ingest status
    """
    with reading.open_reader(warehouse_path()) as reader:
        assert reader is not None
        tables = reader.table_counts()
        grid = Grid("benchmark", "table", "files", "rows", "rejected", "note", box=None, header_style="bold")
        for row in tables:
            grid.add_row(*(escape(str(cell)) for cell in row))
        out.print(grid if tables else "Nothing is landed yet. Try: ingest load PATH")
        scales, _ = scales_in_force(reader.store.user_scales(), ())
        out.print("\n[bold]scales[/bold] (label and what else is read as it)")
        for scale in scales.values():
            labels = "; ".join(
                " = ".join(
                    [
                        label,
                        *sorted({s for s, known in scale.lookup.items() if known == label and s != label}),
                    ]
                )
                for label in scale.labels
            )
            out.print(f"  {escape(scale.name)}: {escape(labels)}")


@main.command()
@click.option("--reason", metavar="CODE", help="Only this reason, for example score.out_of_range.")
@click.option("--limit", default=20, show_default=True, help="Rows to show.")
def rejects(reason: str | None, limit: int) -> None:
    """Show rejected rows: table, file, line, field, reason, value.

    \b
    ingest rejects --reason score.out_of_range
    """
    with reading.open_reader(warehouse_path()) as reader:
        assert reader is not None
        counts = reader.reject_counts(reason)
        rows = reader.rejects(reason, limit)
    if not counts:
        out.print("No row is rejected." if reason is None else f"No row is rejected for {escape(reason)}.")
        return
    summary = Grid("reason", "rows", box=None, header_style="bold")
    for code, count in counts:
        summary.add_row(escape(code), str(count))
    out.print(summary)
    out.print()
    # An id that is cut short cannot be traced.
    whole = Column("row", min_width=max((len(_short(row[0])) for row in rows), default=0))
    grid = Grid(whole, "table", "file", "line", "field", "reason", "value", box=None, header_style="bold")
    for row in rows:
        grid.add_row(*(escape(_short(cell)) for cell in row))
    out.print(grid)
    out.print("\nSee one whole with: ingest trace ROW")


@main.command()
@click.argument("row", metavar="ROW")
def trace(row: str) -> None:
    """Show where a row came from: file, line, what was read, and the original text.

    ROW is a source_row_id as it stands in marts and in `ingest rejects`.

    \b
    ingest trace 3f2a9c01b7de:12
    """
    with reading.open_reader(warehouse_path()) as reader:
        assert reader is not None
        for line in reader.trace(row):
            out.print(escape(line))


@main.command()
@click.argument("benchmark", metavar="BENCHMARK")
@click.option("--out", "folder", required=True, type=click.Path(path_type=Path), help="An empty or new folder.")
@click.option("--seed", default=42, show_default=True, help="Same seed, same bytes.")
@click.option("--scale", default=1.0, show_default=True, type=click.FloatRange(min=0, min_open=True),
              help="1 is the size in the paper.")  # fmt: skip
@click.option("--judge-study", is_flag=True, help="Give the judge known bias, noise and failures to find.")
def simulate(benchmark: str, folder: Path, seed: int, scale: float, judge_study: bool) -> None:
    """Write raw files in the released formats, with a known number of each fault (truths.json).

    \b
    ingest simulate mer_bench --out /tmp/mer --seed 7 --scale 0.1
    """
    names = sorted(m.name for m in pkgutil.iter_modules(ingest.simulate.__path__) if m.name in benchmarks())
    if benchmark not in names:
        raise IngestError(f"{benchmark}: no simulator of that name. There is {', '.join(names)}.")
    module = importlib.import_module(f"ingest.simulate.{benchmark}")
    if judge_study and "has_judge_study" not in inspect.signature(module.simulate).parameters:
        raise IngestError(f"{benchmark}: has no judge. Leave out --judge-study.")
    chosen = {"has_judge_study": True} if judge_study else {}
    try:
        truths: dict[str, int] = module.simulate(folder, seed, scale, **chosen)
    except (ValueError, OSError) as error:
        raise IngestError(str(error)) from None
    out.print(f"Wrote {benchmark} to {escape(str(folder))}; {len(truths)} planted counts are in truths.json.")


def _request(options: dict[str, Any], prune: bool) -> Request:
    name = options["benchmark"]
    # Ids are kept without surrounding spaces, in rows and in the ledger alike.
    benchmark = name.strip() if name is not None else None
    if benchmark == "":
        raise IngestError(f"--benchmark {name!r}: is no name. Name the study, as in my_study.")
    return Request(
        paths=tuple(options["paths"]),
        benchmark=benchmark,
        as_table=options["as_table"],
        configuration=options["configuration"],
        scale_files=tuple(options["scale_files"]),
        question_files=tuple(options["question_files"]),
        prune=prune,
    )


def _explain_nothing(request: Request, outcome: Outcome) -> None:
    if not outcome.files and not request.prune and not request.scale_files:
        where = ", ".join(str(path) for path in request.paths)
        raise IngestError(
            f"{where}: holds no file that a benchmark knows. The README lists the raw formats; "
            "or say what a file is with --benchmark and --as."
        )


def _report(outcome: Outcome, verb: str) -> None:
    """Print what a load did: counts per table, reasons, notes."""
    totals: dict[tuple[str, str], list[int]] = {}
    for file in outcome.files:
        line = totals.setdefault((file.benchmark, file.table), [0] * 6)
        line[0] += 1
        line[1] += file.status == "unchanged"
        line[2] += file.status == "removed"
        line[3] += file.counts.received
        line[4] += file.counts.landed
        line[5] += file.counts.rejected
    columns = ("benchmark", "table", "files", "unchanged", "removed", "received", verb, "rejected")
    grid = Grid(*columns, box=None, header_style="bold")
    for (benchmark, table), line in sorted(totals.items()):
        grid.add_row(escape(benchmark), escape(table), *map(str, line))
    out.print(grid)
    for reason, count in sorted(outcome.reasons().items(), key=lambda item: (-item[1], item[0])):
        out.print(f"  rejected {count} × {escape(reason)}")
    for note in [*(n for f in outcome.files for n in f.counts.notes), *outcome.notes]:
        err.print(f"[yellow]note:[/yellow] {escape(note)}")
    if outcome.strangers:
        shown = ", ".join(path.name for path in outcome.strangers[:5])
        more = "" if len(outcome.strangers) <= 5 else f" and {len(outcome.strangers) - 5} more"
        err.print(f"[yellow]note:[/yellow] not recognised and left alone: {escape(shown)}{more}")
    if outcome.reasons() and verb == "landed":
        out.print("See them with: ingest rejects")


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar on a terminal; stay quiet elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("reading files", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _short(cell: Any, width: int = 60) -> str:
    text = "" if cell is None else str(cell).replace("\n", "⏎")
    return text if len(text) <= width else text[: width - 1] + "…"
