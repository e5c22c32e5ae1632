"""A table as CSV: full values, spreads and intervals in columns of their own, no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

from analysis.tables.flat import FlatColumn, Value, flattened
from analysis.tables.model import Table

_RUN_BY_SPREADSHEETS = ("=", "+", "-", "@", "\t", "\r")


def defused(text: str) -> str:
    """Return text that no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(_RUN_BY_SPREADSHEETS) else text


def _cell(column: FlatColumn, value: Value) -> str:
    if value is None:
        return ""
    return defused(str(value)) if column.kind is str else repr(value)


def to_csv(table: Table) -> str:
    """Return the table as RFC 4180 (\\r\\n line ends); numbers are written so that they read back exactly.

    The row group is the first column; `<header> sd` follows a column that has a spread, `<header> low` and
    `<header> high` one that has an interval; a missing value is empty.
    """
    columns = flattened(table)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([defused(column.name) for column in columns])
    for row in zip(*(column.values for column in columns), strict=True):
        writer.writerow([_cell(column, value) for column, value in zip(columns, row, strict=True)])
    return out.getvalue()
