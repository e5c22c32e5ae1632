"""A table as Markdown: best in bold, second underlined."""

from __future__ import annotations

from analysis.tables.model import Mark, Table


def _escaped(text: str) -> str:
    for character in "\\|*_<>`[]":
        text = text.replace(character, "\\" + character)
    return " ".join(text.split())


def _marked(text: str, mark: Mark) -> str:
    return {"best": f"**{text}**", "second": f"<u>{text}</u>"}.get(mark, text)


def to_markdown(table: Table) -> str:
    """Return the table with its caption above and its notes below."""
    lines = [f"**{_escaped(table.caption)}**", ""]
    lines.append("| " + " | ".join(_escaped(column.header) for column in table.columns) + " |")
    lines.append("|" + "|".join(":--" if column.is_text else "--:" for column in table.columns) + "|")
    for group in table.groups:
        if len(table.groups) > 1:
            lines.append("| " + " | ".join([f"*{_escaped(group.heading)}*"] + [""] * (len(table.columns) - 1)) + " |")
        for row, marks in zip(group.rows, table.marks(group), strict=True):
            cells = [
                _marked(_escaped(cell.show(column)), mark)
                for cell, column, mark in zip(row, table.columns, marks, strict=True)
            ]
            lines.append("| " + " | ".join(cells) + " |")
    lines += ["", *(f"{_escaped(note)}\n" for note in table.all_notes)]
    return "\n".join(lines).rstrip() + "\n"
