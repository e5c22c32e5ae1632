"""A table as HTML: a fragment for the report, and a page of its own. All text from data is escaped."""

from __future__ import annotations

import html
from itertools import groupby

from analysis.characters import allowed
from analysis.tables.model import Cell, Column, Group, Mark, Table

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; border-block: 2px solid; font-variant-numeric: tabular-nums; }
caption { text-align: start; padding-block-end: .5rem; }
th, td { padding: .2rem .6rem; text-align: end; white-space: nowrap; font-weight: normal; }
th.text, td.text { text-align: start; }
thead tr:last-child th { border-block-end: 1px solid; }
th.spanner { text-align: center; border-block-end: 1px solid; }
tbody + tbody { border-block-start: 1px solid; }
th.group { text-align: start; font-style: italic; }
.after { opacity: .75; }
""".strip()


def escaped(text: str) -> str:
    """Return text on one line that HTML shows as it stands."""
    return html.escape(allowed(" ".join(text.split())))


def _signs(signs: str) -> str:
    return f"<sup>{signs}</sup>" if signs else ""


def _cell(table: Table, cell: Cell, column: Column, mark: Mark) -> str:
    value, after = cell.parts(column)
    if column.is_text:
        # Isolated, so that a name written from right to left does not turn its neighbours.
        return f'<td class="text"><bdi>{escaped(value)}</bdi>{_signs(table.signs(cell))}</td>'
    shown = escaped(value) + (f'<span class="after">{html.escape(after)}</span>' if after else "")
    shown = {"best": f"<b>{shown}</b>", "second": f"<u>{shown}</u>"}.get(mark, shown)
    order = "" if cell.number is None else f' data-value="{cell.number!r}"'
    return f"<td{order}>{shown}{_signs(table.signs(cell))}</td>"


def _head(table: Table) -> list[str]:
    lines = []
    if table.has_spanners:
        cells = [
            f'<th class="spanner" scope="colgroup" colspan="{count}">{escaped(text)}</th>'
            if text
            else f'<td colspan="{count}"></td>'
            for text, count in table.spanners
        ]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    heads = [
        f'<th scope="col" class="{"text" if column.is_text else "number"}">{escaped(column.header)}</th>'
        for column in table.columns
    ]
    return [*lines, f"<tr>{''.join(heads)}</tr>"]


def _body(table: Table, group: Group) -> list[str]:
    lines = ["<tbody>"]
    if len(table.groups) > 1:
        opened = f'<tr class="heading"><th class="group" scope="rowgroup" colspan="{len(table.columns)}">'
        lines.append(f"{opened}<bdi>{escaped(group.heading)}</bdi></th></tr>")
    for row, marks in zip(group.rows, table.marks(group), strict=True):
        cells = (_cell(table, *parts) for parts in zip(row, table.columns, marks, strict=True))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return [*lines, "</tbody>"]


def fragment(table: Table) -> str:
    """Return the table with its caption, and its notes below it, without a page around it."""
    columns = "".join(
        f'<colgroup span="{len(list(run))}"></colgroup>' for _, run in groupby(c.spanner for c in table.columns)
    )
    lines = [
        f'<div class="scroll" tabindex="0" role="group" aria-label="Table {html.escape(table.name)}">',
        f'<table id="{html.escape(table.label)}">',
        f"<caption>{escaped(table.caption)}</caption>",
        *([columns] if table.has_spanners else []),
        "<thead>",
        *_head(table),
        "</thead>",
        *(line for group in table.groups for line in _body(table, group)),
        "</table>",
        "</div>",
        *(f'<p class="note">{_signs(sign)} {escaped(note)}</p>' for sign, note in table.below),
    ]
    return "\n".join(lines) + "\n"


def to_html(table: Table) -> str:
    """Return a page with the table, readable without a network."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escaped(table.name)}</title>\n'
        f"<style>\n{STYLE}\n</style>\n</head>\n<body>\n<main>\n{fragment(table)}</main>\n</body>\n</html>\n"
    )
