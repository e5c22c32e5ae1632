"""A table as Markdown: best in bold, second underlined."""

from __future__ import annotations

import re

from analysis.characters import allowed
from analysis.tables.model import Cell, Column, Mark, Table

_ENTITY = re.compile(r"&(?=#?\w+;)")
_STRUCK = re.compile(r"~(?=~)|(?<=~)~")


def escaped(text: str) -> str:
    """Return text on one line that Markdown shows as it stands, also inside a table."""
    for character in "\\|*_<>`[]":
        text = text.replace(character, "\\" + character)
    text = _STRUCK.sub(r"\~", _ENTITY.sub(r"\&", text))
    return allowed(" ".join(text.split()))


def _shown(table: Table, cell: Cell, column: Column, mark: Mark) -> str:
    text = escaped(cell.show(column))
    shown = {"best": f"**{text}**", "second": f"<u>{text}</u>"}.get(mark, text)
    signs = table.signs(cell)
    return f"{shown}<sup>{signs}</sup>" if signs else shown


def to_markdown(table: Table) -> str:
    """Return the table with its caption above, its notes and the reasons of missing cells below."""
    lines = [f"**{escaped(table.caption)}**", ""]
    lines.append("| " + " | ".join(escaped(column.full_header) for column in table.columns) + " |")
    lines.append("|" + "|".join(":--" if column.is_text else "--:" for column in table.columns) + "|")
    for group in table.groups:
        if len(table.groups) > 1:
            lines.append("| " + " | ".join([f"*{escaped(group.heading)}*"] + [""] * (len(table.columns) - 1)) + " |")
        for row, marks in zip(group.rows, table.marks(group), strict=True):
            cells = [_shown(table, *parts) for parts in zip(row, table.columns, marks, strict=True)]
            lines.append("| " + " | ".join(cells) + " |")
    for sign, note in table.below:
        lines += ["", f"<sup>{sign}</sup> {escaped(note)}" if sign else escaped(note)]
    return "\n".join(lines) + "\n"
