"""A table as data: columns with a direction, rows in groups, a caption and notes. Writers only lay it out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Literal

from analysis.numbers import printed

Direction = Literal["higher", "lower", "none"]
Mark = Literal["best", "second", "none"]
Marking = Literal["value", "group"]
_MARKS: Mapping[int, Mark] = {1: "best", 2: "second"}
MISSING = "–"
DAGGERS = "†‡§¶"
GROUP_NOTE = "Bold: all that cannot be told from the best of their column."
MISSING_REASON = "no value could be computed; marts.exclusions and raw.rejects say why."


@dataclass(frozen=True)
class Column:
    """One column: its header, which of its values are best, its number of decimals, and the spanner above it.

    Neighbouring columns with the same spanner stand under one heading. A p value that would print as 0 prints as less
    than the smallest that its decimals can show.
    """

    header: str
    direction: Direction = "none"
    decimals: int = 2
    is_text: bool = False
    spanner: str = ""
    is_p_value: bool = False

    @property
    def full_header(self) -> str:
        """The header with its spanner, for formats without headings over several columns."""
        return f"{self.spanner}: {self.header}" if self.spanner else self.header


@dataclass(frozen=True)
class Cell:
    """A value, maybe with its spread or interval, or a text; a cell without either is missing and says why in `reason`.

    A value that is not finite is missing: no paper prints it and no rank can hold it. `low` and `high` are the ends of
    an interval, printed in brackets; `note` is a sentence below the table, marked by a dagger;
    `is_in_best_group` is the mart's word that the value cannot be told from the best.
    """

    value: float | None = None
    spread: float | None = None
    text: str | None = None
    reason: str = MISSING_REASON
    low: float | None = None
    high: float | None = None
    note: str | None = None
    is_in_best_group: bool | None = None

    @property
    def number(self) -> float | None:
        """The value where it is a finite number."""
        return self.value if self.value is not None and math.isfinite(self.value) else None

    @property
    def finite_spread(self) -> float | None:
        """The spread where it is a finite number."""
        return self.spread if self.spread is not None and math.isfinite(self.spread) else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval where both its ends are finite numbers."""
        ends = (self.low, self.high)
        return None if any(end is None or not math.isfinite(end) for end in ends) else ends  # type: ignore[return-value]

    @property
    def is_missing(self) -> bool:
        """Whether an en dash stands here."""
        return self.text is None and self.number is None

    def show(self, column: Column) -> str:
        """Return the cell as printed: text, value, value±spread, value [low, high], <least p, or an en dash."""
        return "".join(self.parts(column))

    def parts(self, column: Column) -> tuple[str, str]:
        """Return what `show` prints as (value, what follows it), so that a writer can align values."""
        if self.text is not None:
            return self.text, ""
        if self.number is None:
            return MISSING, ""
        after = ""
        if (spread := self.finite_spread) is not None:
            after += f"±{printed(spread, column.decimals)}"
        if (ends := self.interval) is not None:
            after += f" [{', '.join(printed(end, column.decimals) for end in ends)}]"
        value = printed(self.number, column.decimals)
        if column.is_p_value and self.number > 0 and not float(value):
            value = f"<{10.0**-column.decimals:.{column.decimals}f}"
        return value, after


@dataclass(frozen=True)
class Group:
    """Rows under one heading; best and second are decided inside it."""

    heading: str
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Table:
    """A table that is ready to be written.

    `name` is the exposure's; `notes` and `caption` are sentences without markup. `marking` says what is bold: `value`,
    the best printed values, with the second underlined; or `group`, all that the mart cannot tell from the best.
    """

    name: str
    columns: Sequence[Column]
    groups: Sequence[Group]
    notes: Sequence[str] = field(default_factory=tuple)
    marking: Marking = "value"
    caption: str = ""

    @property
    def label(self) -> str:
        """The name by which a paper refers to the table."""
        return f"tab:{self.name}"

    @cached_property
    def spanners(self) -> Sequence[tuple[str, int]]:
        """Headings over the columns as (text, number of columns), in order; empty texts where there is none."""
        return [(text, len(list(run))) for text, run in groupby(column.spanner for column in self.columns)]

    @property
    def has_spanners(self) -> bool:
        """Whether any column stands under a spanner."""
        return any(text for text, _ in self.spanners)

    @cached_property
    def daggers(self) -> Mapping[str, str]:
        """Sign of each cell's note, in reading order: †, ‡, §, ¶, ††, …."""
        cells = (cell for group in self.groups for row in group.rows for cell in row)
        notes = dict.fromkeys(cell.note for cell in cells if cell.note)
        return {note: DAGGERS[number % 4] * (1 + number // 4) for number, note in enumerate(notes)}

    def signs(self, cell: Cell) -> str:
        """Return what stands raised beside a cell: the letter of a missing one's reason, the dagger of its note."""
        return self.footnote(cell) + (self.daggers[cell.note] if cell.note else "")

    @property
    def below(self) -> Sequence[tuple[str, str]]:
        """What stands below the table as (sign, sentence), in order; general notes have no sign."""
        plain = [("", note) for note in self.notes]
        if self.marking == "group" and self._has_groups():
            plain.append(("", GROUP_NOTE))
        signed = [(sign, note) for note, sign in self.daggers.items()]
        return [*plain, *signed, *((letter, reason) for reason, letter in self.footnotes.items())]

    def _has_groups(self) -> bool:
        return any(cell.is_in_best_group is not None for group in self.groups for row in group.rows for cell in row)

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
        With marking `group` a column whose cells know their group has as best all of the best group, and no second.
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
            if self.marking == "group" and any(row[position].is_in_best_group is not None for row in group.rows):
                for number, row in enumerate(group.rows):
                    if row[position].is_in_best_group and not row[position].is_missing:
                        marks[number][position] = "best"
                continue
            for value, number in values:
                rank = 1 + sum(other > value for other, _ in values)
                marks[number][position] = _MARKS.get(rank, "none")
        return marks


def _letters(number: int) -> str:
    """Return a, b, …, z, aa, ab, … for 0, 1, …."""
    rest, last = divmod(number, 26)
    return (_letters(rest - 1) if rest else "") + chr(ord("a") + last)
