"""A table as data: columns with a direction, rows in groups, a caption and notes. Writers only lay it out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from analysis.numbers import printed

Direction = Literal["higher", "lower", "none"]
Mark = Literal["best", "second", "none"]
_MARKS: Mapping[int, Mark] = {1: "best", 2: "second"}
MISSING = "–"
MISSING_REASON = "no value could be computed; marts.exclusions and raw.rejects say why."


@dataclass(frozen=True)
class Column:
    """One column: its header, which of its values are best, and its number of decimals."""

    header: str
    direction: Direction = "none"
    decimals: int = 2
    is_text: bool = False


@dataclass(frozen=True)
class Cell:
    """A value, maybe with its spread, or a text; a cell without either is missing and says why in `reason`.

    A value that is not finite is missing: no paper prints it and no rank can hold it.
    """

    value: float | None = None
    spread: float | None = None
    text: str | None = None
    reason: str = MISSING_REASON

    @property
    def number(self) -> float | None:
        """The value where it is a finite number."""
        return self.value if self.value is not None and math.isfinite(self.value) else None

    @property
    def finite_spread(self) -> float | None:
        """The spread where it is a finite number."""
        return self.spread if self.spread is not None and math.isfinite(self.spread) else None

    @property
    def is_missing(self) -> bool:
        """Whether an en dash stands here."""
        return self.text is None and self.number is None

    def show(self, column: Column) -> str:
        """Return the cell as printed: text, value, value±spread, or an en dash."""
        if self.text is not None:
            return self.text
        if self.number is None:
            return MISSING
        shown = printed(self.number, column.decimals)
        spread = self.finite_spread
        return shown if spread is None else f"{shown}±{printed(spread, column.decimals)}"


@dataclass(frozen=True)
class Group:
    """Rows under one heading; best and second are decided inside it."""

    heading: str
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Table:
    """A table that is ready to be written.

    `name` is the exposure's; `caption` and `notes` are sentences without markup.
    """

    name: str
    caption: str
    columns: Sequence[Column]
    groups: Sequence[Group]
    notes: Sequence[str] = field(default_factory=tuple)

    @cached_property
    def footnotes(self) -> Mapping[str, str]:
        """Footnote letter of each reason for a missing cell, in reading order: a, b, …, z, aa, …."""
        cells = (cell for group in self.groups for row in group.rows for cell in row)
        reasons = dict.fromkeys(cell.reason for cell in cells if cell.is_missing)
        return {reason: _letters(number) for number, reason in enumerate(reasons)}

    def footnote(self, cell: Cell) -> str:
        """Return the footnote letter of a missing cell, else an empty text."""
        return self.footnotes[cell.reason] if cell.is_missing else ""

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
                (sign * float(printed(value, column.decimals)), number)
                for number, row in enumerate(group.rows)
                if (value := row[position].number) is not None
            ]
            if len(values) < 2:
                continue
            for value, number in values:
                rank = 1 + sum(other > value for other, _ in values)
                marks[number][position] = _MARKS.get(rank, "none")
        return marks


def _letters(number: int) -> str:
    """Return a, b, …, z, aa, ab, … for 0, 1, …."""
    rest, last = divmod(number, 26)
    return (_letters(rest - 1) if rest else "") + chr(ord("a") + last)
