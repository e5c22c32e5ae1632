"""A table as CSV: full values, spreads in columns of their own, and no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

from analysis.tables.model import Cell, Column, Table

_RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r")


def defused(text: str) -> str:
    """Return text that no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(_RUN_BY_SPREADSHEETS) else text


def _cells(cell: Cell, column: Column, has_spread: bool) -> list[str]:
    if column.is_text:
        return [defused(cell.text or "")]
    value = "" if cell.number is None else repr(cell.number if column.decimals else int(cell.number))
    spread = "" if cell.finite_spread is None or cell.number is None else repr(cell.finite_spread)
    return [value, *([spread] if has_spread else [])]


def to_csv(table: Table) -> str:
    """Return the table as RFC 4180 (\\r\\n line ends); numbers are written so that they read back exactly.

    The row group is the first column; `<header> sd` follows a column that has a spread; a missing value is empty.
    """
    spread = [
        any(row[position].spread is not None for group in table.groups for row in group.rows)
        for position in range(len(table.columns))
    ]
    header = ["group"]
    for column, has_spread in zip(table.columns, spread, strict=True):
        header += [column.header, *([f"{column.header} sd"] if has_spread else [])]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(map(defused, header))
    for group in table.groups:
        for row in group.rows:
            cells = [_cells(c, column, s) for c, column, s in zip(row, table.columns, spread, strict=True)]
            writer.writerow([defused(group.heading), *(text for parts in cells for text in parts)])
    return out.getvalue()
