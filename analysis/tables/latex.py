"""A table as LaTeX: booktabs, over both columns of a paper; best in bold, second underlined.

The file compiles alone and is read by `\\input` in a paper. pdfLaTeX sets what is written in the Latin letters of its
default fonts; a table with other letters needs XeLaTeX, and one with another script the fonts that `analysis export`
puts beside it. A table longer than a page becomes several floats with one number, because LaTeX cuts a float off at
the end of the page without failing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from string import ascii_letters, digits

from analysis.tables.latex_text import COMMANDS, escaped, latin, runs
from analysis.tables.model import Cell, Column, Mark, Table

# Points of the class article at 10 pt. Heights of lines and widths of letters leave room, so that a page is never
# too full; the text's height is that of one column and two, its width that of two, where a table is scaled down least.
_PAGE_HEIGHT, _TEXT_WIDTH = 540.0, 469.0
_LINE, _LINE_OF_SCRIPTS, _RULE, _GAP = 13.0, 15.0, 6.0, 12.0
_CAPTION_LINE, _BELOW_CAPTION, _NOTE_LINE, _SKIP = 12, 4, 9.5, 3.0
_CAPTION_LETTERS, _NOTE_LETTERS = 62, 72
_WIDE = set(ascii_letters) - set("fijlI")
# LaTeX fails where more than 52 floats wait for a page; a paper has others too.
_MOST_WAITING = 16
# On a page with text LaTeX leaves this share to it; a higher float may have a page of its own.
_TEXT_BELOW = 0.3
_CONTINUED = "(continued)"
#: Fewer rows than these do not open a group that goes on on the next page.
_FEWEST = 3

#: Each script's file in the folder `fonts` beside the table.
FONT_FILES = {
    "japanese": "NotoSansJP-Regular.otf",
    "korean": "NotoSansKR-Regular.otf",
    "chinese": "NotoSansSC-Regular.otf",
    "arabic": "NotoSansArabic-Regular.ttf",
}


def _fonts(table: Table) -> set[str]:
    """Return what sets a table's texts: plain, main, scripts."""
    texts = [table.caption, *(note for _, note in table.below)]
    texts += [text for column in table.columns for text in (column.header, column.spanner)]
    texts += [group.heading for group in table.groups]
    texts += [cell.text for group in table.groups for row in group.rows for cell in row if cell.text]
    return {font for text in texts for font, _ in runs(text)}


def scripts(table: Table) -> list[str]:
    """Return the scripts whose fonts a table needs, sorted: arabic, chinese, japanese, korean."""
    return sorted(_fonts(table) & COMMANDS.keys())


def _preamble(fonts: set[str]) -> list[str]:
    """Return what stands before the table: a document where no paper is around it, and the scripts' commands."""
    needed = sorted(fonts & COMMANDS.keys())
    engine = " with XeLaTeX" if fonts - {"plain"} else ""
    packages = r"\usepackage{booktabs,graphicx}" + (r"\usepackage{fontspec}" if needed else "")
    paper = f"booktabs and graphicx{', and fontspec' if needed else ''}"
    lines = [
        f"% Compiles alone{engine}; in a paper that loads {paper}, use \\input.",
        # After \begin{document} LaTeX has forgotten how to complain of text before it.
        r"\expandafter\ifx\csname @nodocument\endcsname\relax\else",
        rf"\documentclass{{article}}{packages}\pagestyle{{empty}}\begin{{document}}",
        r"\gdef\affectmartend{\end{document}}\fi",
    ]
    for script in needed:
        family, option = rf"\{script}font", "[Path=fonts/,Script=Arabic]" if script == "arabic" else "[Path=fonts/]"
        # Arabic is written from right to left; XeTeX turns what stands between its two marks.
        body = r"\TeXXeTstate=1\beginR#1\endR" if script == "arabic" else "#1"
        lines.append(rf"\ifdefined{family}\else\newfontfamily{family}{{{FONT_FILES[script]}}}{option}\fi")
        lines.append(rf"\providecommand{{{COMMANDS[script]}}}[1]{{{{{family} {body}}}}}")
    return lines


def _shown(table: Table, cell: Cell, column: Column, mark: Mark, widest: str) -> str:
    """Return a cell; what follows its value is made as wide as the column's widest, so that decimals stand in line."""
    value, after = cell.parts(column)
    gap = _digits(widest) - _digits(after)
    padding = rf"\phantom{{{'0' * gap}}}" if after and gap else ""
    # A hyphen is no minus.
    text = escaped(value) if column.is_text else latin(value.replace("-", "−"))
    text += padding + latin(after.replace("-", "−"))
    text = {"best": rf"\textbf{{{text}}}", "second": rf"\underline{{{text}}}"}.get(mark, text)
    raised = _raised(table.signs(cell), is_hanging=not column.is_text)
    return text + raised + (rf"\phantom{{{latin(widest)}}}" if widest and not after and cell.text is None else "")


def _digits(after: str) -> int:
    return sum(character.isdigit() for character in after)


def _raised(signs: str, is_hanging: bool = False) -> str:
    if not signs:
        return ""
    inner = "".join(rf"\mathrm{{{c}}}" if c.isalpha() else escaped(c).strip("$") for c in signs)
    return rf"\rlap{{$^{{{inner}}}$}}" if is_hanging else rf"$^{{{inner}}}$"


def _spanner_lines(table: Table) -> list[str]:
    cells, rules, start = [], [], 1
    for text, count in table.spanners:
        cells.append(rf"\multicolumn{{{count}}}{{c}}{{{escaped(text)}}}")
        if text:
            rules.append(rf"\cmidrule(lr){{{start}-{start + count - 1}}}")
        start += count
    return [" & ".join(cells) + r" \\", "".join(rules)]


@dataclass
class _Part:
    """One float: stretches of rows as (group, start, stop), and how many points are free below them."""

    room: float
    stretches: list[tuple[int, int, int]] = field(default_factory=list)


def _parts(table: Table) -> list[_Part]:
    """Divide the rows among floats that fit on a page; the notes stand below the last.

    A group is divided only where it is longer than a page.
    """
    scale = min(1.0, _TEXT_WIDTH / sum(_width(table, position) for position in range(len(table.columns))))
    line, rule = scale * (_LINE_OF_SCRIPTS if scripts(table) else _LINE), scale * _RULE
    heading = rule + (line if len(table.groups) > 1 else 0.0)
    page = _PAGE_HEIGHT - (line + rule) * (2 if table.has_spanners else 1) - rule
    fresh = page - _caption_height(_CONTINUED)
    notes = sum(_SKIP + _NOTE_LINE * _line_count(note, _NOTE_LETTERS) for _, note in table.below)
    parts = [_Part(page - _caption_height(table.caption))]
    for number, group in enumerate(table.groups):
        below = notes if number == len(table.groups) - 1 else 0.0
        start, stop = 0, len(group.rows)
        while True:
            part = parts[-1]
            whole = heading + (stop - start) * line + below
            fitting = int((part.room - heading) // line)
            if whole > part.room and part.stretches and (whole <= fresh or fitting < _FEWEST):
                parts.append(_Part(fresh))
                continue
            # The last row stays with the notes below it.
            end = stop if whole <= part.room else max(start + 1, min(start + fitting, stop - 1))
            part.stretches.append((number, start, end))
            part.room -= heading + (end - start) * line + (below if end >= stop else 0.0)
            if end >= stop:
                break
            parts.append(_Part(fresh))
            start = end
    return parts


def _caption_height(caption: str) -> float:
    return 10 + _CAPTION_LINE * _line_count(f"Table 10: {caption}", _CAPTION_LETTERS) + _BELOW_CAPTION


def _line_count(text: str, letters: int) -> int:
    """Return how many lines a text takes at most, where one holds so many letters; a Han character is two wide."""
    return ceil(sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text) / letters)


def _width(table: Table, position: int) -> float:
    """Return how many points wide a column is at least."""
    column = table.columns[position]
    values = [row[position].parts(column)[0] for group in table.groups for row in group.rows]
    widest = max(map(_points, values), default=0.0) + _points(_widest_after(table, position))
    return _GAP + max(_points(column.header), widest)


def _points(text: str) -> float:
    return sum(
        0.0 if unicodedata.combining(c) else 5.0 if c in digits else 3.9 if c in _WIDE else 2.7
        for _, run in runs(text) for c in run
    )  # fmt: skip


def _float(table: Table, part: _Part, lines: Sequence[str], is_first: bool, is_last: bool) -> list[str]:
    """Return one part of a table as a float; the parts share a number, the last has the notes."""
    place = "t" if part.room > _TEXT_BELOW * _PAGE_HEIGHT else "tp"
    notes = [f"{_raised(sign)} {escaped(note)}".strip() for sign, note in table.below]
    return [
        rf"\begin{{table*}}[{place}]",
        r"\centering",
        # The class article has no space here, for captions below; the rule would touch the letters.
        rf"\setlength{{\belowcaptionskip}}{{{_BELOW_CAPTION}pt}}",
        *([] if is_first else [r"\addtocounter{table}{-1}"]),
        rf"\caption{{{escaped(table.caption) if is_first else _CONTINUED}}}",
        *([rf"\label{{{table.label}}}"] if is_first else []),
        r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%",
        rf"\begin{{tabular}}{{{''.join('l' if column.is_text else 'r' for column in table.columns)}}}",
        r"\toprule",
        *lines,
        r"\bottomrule",
        r"\end{tabular}}",
        *(rf"\par\smallskip{{\footnotesize {note}\par}}" for note in notes if is_last),
        r"\end{table*}",
    ]


def _line(cells: Sequence[str]) -> str:
    # After a line break or a rule LaTeX takes a bracket or a star for an option.
    return ("{}" if cells[0].startswith(("[", "*")) else "") + " & ".join(cells) + r" \\"


def _as_wide(table: Table, shown: Sequence[Sequence[Sequence[str]]]) -> str:
    """Return a line that shows nothing and has no height: with it each part has the widths of the whole table."""
    rows = [
        (row, cells) for group, lines in zip(table.groups, shown, strict=True)
        for row, cells in zip(group.rows, lines, strict=True)
    ]  # fmt: skip
    widest = [
        max(rows, key=lambda pair: _points(pair[0][position].parts(column)[0]))[1][position]
        for position, column in enumerate(table.columns)
    ]
    return " & ".join(rf"\hphantom{{{text}}}" for text in widest) + r" \\[-\normalbaselineskip]"


def to_latex(table: Table) -> str:
    """Return a table that compiles alone, scaled down to the text's width if wider, as one `table*` per page."""
    widest = [_widest_after(table, position) for position in range(len(table.columns))]
    # Marked before the rows are divided: best is the best of the whole group.
    shown = [
        [
            [_shown(table, *parts) for parts in zip(row, table.columns, marks, widest, strict=True)]
            for row, marks in zip(group.rows, table.marks(group), strict=True)
        ]
        for group in table.groups
    ]
    head = [
        *(_spanner_lines(table) if table.has_spanners else []),
        _line([escaped(column.header) for column in table.columns]),
    ]
    parts = _parts(table)
    if len(parts) > 1:
        head.insert(0, _as_wide(table, shown))
    lines = _preamble(_fonts(table))
    for number, part in enumerate(parts, 1):
        body = [line for stretch in part.stretches for line in _stretch(table, shown, *stretch)]
        lines += _float(table, part, [*head, *body], part is parts[0], part is parts[-1])
        if number % _MOST_WAITING == 0:
            lines.append(r"\clearpage")
    return "\n".join([*lines, r"\ifdefined\affectmartend\expandafter\affectmartend\fi"]) + "\n"


def _stretch(table: Table, shown: Sequence[Sequence[Sequence[str]]], number: int, start: int, stop: int) -> list[str]:
    """Return rows of one group below a rule and, where there are more groups, the group's heading."""
    heading = table.groups[number].heading + (f" {_CONTINUED}" if start else "")
    first = [rf"\multicolumn{{{len(table.columns)}}}{{l}}{{\textit{{{escaped(heading)}}}}} \\"]
    return [r"\midrule", *(first if len(table.groups) > 1 else []), *map(_line, shown[number][start:stop])]


def _widest_after(table: Table, position: int) -> str:
    """Return the text with the most digits that follows a value in a column; empty where nothing follows."""
    column = table.columns[position]
    if column.is_text:
        return ""
    afters = [row[position].parts(column)[1] for group in table.groups for row in group.rows]
    return max(sorted(afters), key=_digits, default="")
