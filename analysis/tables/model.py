"""A table as data: columns with a direction, rows in groups, a caption and notes. Writers only lay it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from analysis.numbers import printed

Direction = Literal["higher", "lower", "none"]
Mark = Literal["best", "second", "none"]
_MARKS: Mapping[int, Mark] = {1: "best", 2: "second"}
MISSING = "–"
MISSING_NOTE = "– : no value could be computed; marts.exclusions and raw.rejects say why."


@dataclass(frozen=True)
class Column:
    """One column: its header, its direction (which values are best), decimals, and what the header stands for."""

    header: str
    direction: Direction = "none"
    decimals: int = 2
    is_text: bool = False


@dataclass(frozen=True)
class Cell:
    """A value, maybe with its spread; a text cell has `text` only."""

    value: float | None = None
    spread: float | None = None
    text: str | None = None

    def show(self, column: Column) -> str:
        """Return the cell as printed: text, value, value±spread, or an en dash."""
        if self.text is not None:
            return self.text
        if self.value is None:
            return MISSING
        shown = printed(self.value, column.decimals)
        return shown if self.spread is None else f"{shown}±{printed(self.spread, column.decimals)}"


@dataclass(frozen=True)
class Group:
    """Rows under one heading; best and second are decided inside it."""

    heading: str
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Table:
    """A table that is ready to be written."""

    name: str
    caption: str
    columns: Sequence[Column]
    groups: Sequence[Group]
    notes: Sequence[str] = field(default_factory=tuple)

    @property
    def all_notes(self) -> list[str]:
        """The notes, and what an en dash means where one stands."""
        cells = [cell for group in self.groups for row in group.rows for cell in row]
        missing = any(cell.text is None and cell.value is None for cell in cells)
        return [*self.notes, *([MISSING_NOTE] if missing else [])]

    def marks(self, group: Group) -> list[list[Mark]]:
        """Return for each cell whether it is best or second of its column, by competition ranks of printed values.

        Values that print alike are tied: two best have no second. A column with fewer than two values has no best.
        """
        marks: list[list[Mark]] = [["none"] * len(self.columns) for _ in group.rows]
        for position, column in enumerate(self.columns):
            if column.direction == "none":
                continue
            sign = 1 if column.direction == "higher" else -1
            values = [
                (sign * float(printed(row[position].value or 0.0, column.decimals)), number)
                for number, row in enumerate(group.rows)
                if row[position].value is not None
            ]
            if len(values) < 2:
                continue
            for value, number in values:
                rank = 1 + sum(other > value for other, _ in values)
                marks[number][position] = _MARKS.get(rank, "none")
        return marks
