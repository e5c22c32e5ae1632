"""A table as flat columns, for formats that programs read: every number whole, what belongs to it in columns beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analysis.tables.model import Cell, Column, Table

Value = float | int | str | None


@dataclass(frozen=True)
class FlatColumn:
    """A named column of a table's rows: numbers as float or int, or texts; None where missing."""

    name: str
    kind: type[float] | type[int] | type[str]
    values: Sequence[Value]


#: What may stand beside a value: how its column's name ends, and how a cell gives it.
_BESIDE: Sequence[tuple[str, Callable[[Cell], float | None]]] = (
    ("sd", lambda cell: cell.finite_spread),
    ("low", lambda cell: cell.interval[0] if cell.interval else None),
    ("high", lambda cell: cell.interval[1] if cell.interval else None),
)


def flattened(table: Table) -> list[FlatColumn]:
    """Return the columns of a table: `group` first; `<header> sd`, `… low` and `… high` where there are any.

    Headers carry their spanner. What is missing is None, and so is what stands beside it.
    """
    rows = [(group.heading, row) for group in table.groups for row in group.rows]
    columns = [FlatColumn("group", str, [heading for heading, _ in rows])]
    for position, column in enumerate(table.columns):
        cells = [row[position] for _, row in rows]
        columns.append(_own(column, cells))
        for ending, part in _BESIDE:
            beside = [None if cell.number is None or column.is_text else part(cell) for cell in cells]
            if any(value is not None for value in beside) or (ending == "sd" and _names_spread(column, cells)):
                columns.append(_numbers(f"{column.full_header} {ending}", beside, column))
    return columns


def _names_spread(column: Column, cells: Sequence[Cell]) -> bool:
    return not column.is_text and any(cell.spread is not None for cell in cells)


def _own(column: Column, cells: Sequence[Cell]) -> FlatColumn:
    if column.is_text:
        return FlatColumn(column.full_header, str, [cell.text for cell in cells])
    return _numbers(column.full_header, [cell.number for cell in cells], column)


def _numbers(name: str, numbers: Sequence[float | None], column: Column) -> FlatColumn:
    """Return numbers as counts where they are: a share that prints without decimals keeps its fraction here."""
    if column.decimals == 0 and all(number is None or isinstance(number, int) for number in numbers):
        return FlatColumn(name, int, numbers)
    return FlatColumn(name, float, [None if number is None else float(number) for number in numbers])
