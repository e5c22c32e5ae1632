"""A frame of any mart as a table: texts as texts, counts without and values with decimals, intervals in one cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from analysis.tables.model import Cell, Column, Group, Table

#: Rows that a page shows of one mart; more are told and left to `analysis sql`.
ROW_LIMIT = 400
_NO_VALUE = "the value is undefined; the status or the counts beside it say why."


def as_table(
    name: str,
    caption: str,
    frame: pl.DataFrame,
    headers: Mapping[str, str],
    group: str | None = None,
    decimals: int = 3,
) -> Table:
    """Return the columns named in `headers` (column: header) that the frame has, in that order, at most ROW_LIMIT rows.

    `ci_low` and `ci_high` become the interval of `value`. Rows are grouped by `group`, in the frame's order.
    """
    shown = frame.head(ROW_LIMIT).with_columns(pl.selectors.decimal().cast(pl.Float64))
    names = [name for name in headers if name in frame.columns and name not in {"ci_low", "ci_high", group}]
    columns = [_column(name, headers[name], shown.schema[name], decimals) for name in names]
    parts = shown.partition_by(group, maintain_order=True) if group and len(shown) else [shown]
    groups = [
        Group(
            str(part[group][0]) if group and len(part) else "", [_row(row, names, columns) for row in part.to_dicts()]
        )
        for part in parts
    ]
    notes = []
    if len(frame) > ROW_LIMIT:
        notes.append(f"The first {ROW_LIMIT} of {len(frame)} rows; analysis sql shows every one.")
    return Table(name, columns, groups, notes, caption=caption)


def _column(name: str, header: str, kind: pl.DataType, decimals: int) -> Column:
    if kind.is_numeric():
        return Column(header, decimals=decimals if kind.is_float() else 0, is_p_value=name.startswith("p_"))
    return Column(header, is_text=True)


def _row(row: Mapping[str, Any], names: Sequence[str], columns: Sequence[Column]) -> list[Cell]:
    return [_cell(row, name, column) for name, column in zip(names, columns, strict=True)]


def _cell(row: Mapping[str, Any], name: str, column: Column) -> Cell:
    value = row[name]
    if column.is_text:
        words = {True: "yes", False: "no", None: ""}
        return Cell(text=words[value] if value is None or isinstance(value, bool) else str(value))
    if name == "value":
        return Cell(value, low=row.get("ci_low"), high=row.get("ci_high"), reason=_NO_VALUE)
    return Cell(value, reason=_NO_VALUE)
