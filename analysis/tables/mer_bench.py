"""MER-Bench's tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analysis.marts import Marts
from analysis.mer_bench import METRICS, conventions_in_words, printed_rows
from analysis.tables.model import Cell, Column, Group, Table


def mer_bench_table_2(marts: Marts) -> Table:
    """Table 2: every system on eight metrics and four aggregates, in percent; the paper's row order where known."""
    rows = printed_rows(marts, "mer_bench_table_2")
    groups = [
        Group(f"{configuration}, {experiment}", _rows(part))
        for (configuration, experiment), part in sorted(
            rows.partition_by("configuration", "experiment", as_dict=True).items(), key=lambda item: str(item[0])
        )
    ]
    columns = [Column("Model", is_text=True)]
    columns += [Column(metric.upper(), "higher") for metric in METRICS]
    columns += [Column("n", decimals=0), Column("left out", decimals=0)]
    caption = f"MER-Bench by system, percent, higher is better. {conventions_in_words(rows)}"
    return Table("mer_bench_table_2", caption, columns, groups, ("n: scored outputs, summed over runs.",))


def _rows(part: pl.DataFrame) -> list[list[Cell]]:
    systems: list[tuple[tuple[Any, ...], list[Cell]]] = []
    for (system,), own in part.partition_by("system_id", as_dict=True).items():
        by_metric: Mapping[str, Any] = {row["metric"]: row for row in own.iter_rows(named=True)}
        cells = [Cell(text=system)]
        cells += [Cell(by_metric[m]["mean_pct"], by_metric[m]["sd_pct"]) if m in by_metric else Cell() for m in METRICS]
        first = next(iter(by_metric.values()))
        cells += [Cell(first["output_count"]), Cell(first["excluded_count"])]
        order, rfs = first["row_order"], by_metric.get("rfs", {}).get("mean_pct")
        systems.append(((order is None, order or 0, rfs is None, -(rfs or 0.0), system), cells))
    return [cells for _, cells in sorted(systems, key=lambda item: item[0])]
