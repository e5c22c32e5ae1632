"""MER-Bench's tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analysis.marts import Marts
from analysis.mer_bench import METRICS, conventions_in_words, printed_rows
from analysis.tables.model import Cell, Column, Group, Table

_NO_ROW = "the mart has no row of this metric."
_NO_OUTPUT = "no output of this system could be scored; marts.exclusions and raw.rejects say why."
_UNDEFINED = "outputs were scored, but this metric has no value for them."
_NOTE = "n: scored outputs, summed over runs; left out: drawn outputs that could not be scored."


def mer_bench_table_2(marts: Marts) -> Table:
    """Table 2: every system on eight metrics and four aggregates, in percent; the paper's row order where known.

    Raises NothingToShowError when the mart has no row that is printed by default.
    """
    rows = printed_rows(marts, "mer_bench_table_2")
    parts = rows.partition_by("configuration", "experiment", as_dict=True)
    groups = [
        Group(f"{configuration}, {experiment}", _rows(part))
        for (configuration, experiment), part in sorted(parts.items())
    ]
    columns = [
        Column("Model", is_text=True),
        *(Column(metric.upper(), "higher") for metric in METRICS),
        Column("n", decimals=0),
        Column("left out", decimals=0),
    ]
    # One group has no heading in the table, so the caption says which it is.
    of = f" ({groups[0].heading})" if len(groups) == 1 else ""
    caption = f"MER-Bench by system{of}, percent, higher is better. {conventions_in_words(rows)}"
    return Table("mer_bench_table_2", caption, columns, groups, (_NOTE,))


def _rows(part: pl.DataFrame) -> list[list[Cell]]:
    """Return one row per system: by the paper's order, then RFS from high to low, then name."""
    keyed: list[tuple[tuple[Any, ...], list[Cell]]] = []
    for (system,), own in part.partition_by("system_id", as_dict=True).items():
        by_metric = {row["metric"]: row for row in own.iter_rows(named=True)}
        # Counts are of the overall score; a mart without it still has those of another metric.
        whole = by_metric.get("rfs") or next(iter(by_metric.values()))
        order, rfs = whole["row_order"], by_metric.get("rfs", {}).get("mean_pct")
        key = (order is None, order or 0, rfs is None, -(rfs or 0.0), system)
        cells = [Cell(text=system), *(_cell(by_metric.get(metric)) for metric in METRICS)]
        cells += [Cell(whole["output_count"]), Cell(whole["excluded_count"])]
        keyed.append((key, cells))
    return [cells for _, cells in sorted(keyed, key=lambda pair: pair[0])]


def _cell(row: Mapping[str, Any] | None) -> Cell:
    if row is None:
        return Cell(reason=_NO_ROW)
    return Cell(row["mean_pct"], row["sd_pct"], reason=_UNDEFINED if row["output_count"] else _NO_OUTPUT)
