"""A table as LaTeX: booktabs, over both columns of a paper; best in bold, second underlined.

The file compiles alone and is read by `\\input` in a paper. pdfLaTeX sets what is written in Latin letters; a table
with names in another script needs XeLaTeX and the fonts that `analysis export` puts beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from analysis.fonts import script_of
from analysis.tables.model import MISSING, Cell, Column, Mark, Table

_SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "±": r"{\footnotesize$\pm$}", MISSING: "--", "—": "---", "|": r"\textbar{}", "`": r"\textasciigrave{}",
    "…": r"\ldots{}", "\xa0": "~", "×": r"$\times$", "·": r"$\cdot$", "°": r"$^\circ$", "−": "$-$",
    "≤": r"$\leq$", "≥": r"$\geq$", "→": r"$\rightarrow$", "←": r"$\leftarrow$", "↑": r"$\uparrow$",
    "↓": r"$\downarrow$", "α": r"$\alpha$", "β": r"$\beta$", "κ": r"$\kappa$", "ρ": r"$\rho$", "τ": r"$\tau$",
    "Δ": r"$\Delta$", "†": r"$\dagger$", "‡": r"$\ddagger$", "§": r"\S{}", "¶": r"\P{}", "²": "$^2$", "³": "$^3$",
    # By number, because the named command is missing from LaTeX's default encoding.
    '"': r"{\char34}",
}  # fmt: skip
# Repeated, these are ligatures: two hyphens would print as a dash.
_LIGATURES = re.compile(r"([-',])(?=\1)|([!?])(?=`)")
#: Latin letters with their marks, which every LaTeX sets, and typographic signs.
_LATIN = re.compile(r"[\u0020-\u017f\u2010-\u201f]")
_COMMANDS = {
    "japanese": r"\textjapanese",
    "korean": r"\textkorean",
    "chinese": r"\textchinese",
    "arabic": r"\textarabic",
}
#: Each script's file in the folder `fonts` beside the table.
FONT_FILES = {
    "japanese": "NotoSansJP-Regular.otf",
    "korean": "NotoSansKR-Regular.otf",
    "chinese": "NotoSansSC-Regular.otf",
    "arabic": "NotoSansArabic-Regular.ttf",
}


def _single_line(text: str) -> str:
    return " ".join(text.split())


def escaped(text: str) -> str:
    """Return text on one line that LaTeX sets as it stands; control characters are left out."""
    line = _single_line(text)
    return "".join(
        _latin(run) if script is None else f"{_COMMANDS[script]}{{{_latin(run)}}}" for script, run in _runs(line)
    )


def _latin(line: str) -> str:
    parted = _LIGATURES.sub(lambda found: found.group() + "\0", line)
    return "".join(
        "{}" if character == "\0" else _SPECIAL.get(character, character)
        for character in parted
        if character == "\0" or character.isprintable()
    )


def _runs(line: str) -> list[tuple[str | None, str]]:
    """Return a line in pieces as (script or None for Latin, text); spaces inside a script belong to it.

    What is neither Latin nor of a script that we have a font for takes the Chinese font, which has Greek and Cyrillic.
    """
    whole = script_of(line)

    def script(character: str) -> str | None:
        if character in _SPECIAL or _LATIN.match(character) or not character.isprintable():
            return None
        own = script_of(character) or "chinese"
        return whole if own == "chinese" and whole in ("japanese", "korean") else own

    runs = [(key, "".join(part)) for key, part in groupby(line, script)]
    joined: list[tuple[str | None, str]] = []
    for key, part in runs:
        is_gap = len(joined) > 1 and not joined[-1][1].strip() and joined[-2][0] == key and key is not None
        if is_gap:
            gap = joined.pop()[1]
            joined[-1] = (key, joined[-1][1] + gap + part)
        else:
            joined.append((key, part))
    return joined


def scripts(table: Table) -> list[str]:
    """Return the scripts other than Latin that a table has names in, sorted: arabic, chinese, japanese, korean."""
    texts = [table.caption, *(note for _, note in table.below)]
    texts += [text for column in table.columns for text in (column.header, column.spanner)]
    texts += [group.heading for group in table.groups]
    texts += [cell.text for group in table.groups for row in group.rows for cell in row if cell.text]
    return sorted({key for text in texts for key, _ in _runs(_single_line(text)) if key is not None})


def _preamble(needed: Sequence[str]) -> list[str]:
    """Return what stands before the table: a document where no paper is around it, and the scripts' commands."""
    packages = r"\usepackage{booktabs,graphicx}" + (r"\usepackage{fontspec}" if needed else "")
    paper = f"booktabs and graphicx{', and fontspec' if needed else ''}"
    lines = [
        f"% Compiles alone{' with XeLaTeX' if needed else ''}; in a paper that loads {paper}, use \\input.",
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
        lines.append(rf"\providecommand{{{_COMMANDS[script]}}}[1]{{{{{family} {body}}}}}")
    return lines


def _shown(table: Table, cell: Cell, column: Column, mark: Mark, widest: str) -> str:
    """Return a cell; what follows its value is made as wide as the column's widest, so that decimals stand in line."""
    value, after = cell.parts(column)
    gap = _digits(widest) - _digits(after)
    padding = rf"\phantom{{{'0' * gap}}}" if after and gap else ""
    # A hyphen is no minus.
    text = escaped(value) if column.is_text else _latin(value.replace("-", "−"))
    text += padding + _latin(after.replace("-", "−"))
    text = {"best": rf"\textbf{{{text}}}", "second": rf"\underline{{{text}}}"}.get(mark, text)
    raised = _raised(table.signs(cell), is_hanging=not column.is_text)
    return text + raised + (rf"\phantom{{{_latin(widest)}}}" if widest and not after and cell.text is None else "")


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


def to_latex(table: Table) -> str:
    """Return a `table*` that compiles alone, scaled down to the text's width if wider."""
    width = len(table.columns)
    lines = [
        *_preamble(scripts(table)),
        r"\begin{table*}[t]",
        r"\centering",
        rf"\caption{{{escaped(table.caption)}}}",
        rf"\label{{{table.label}}}",
        r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%",
        rf"\begin{{tabular}}{{{''.join('l' if column.is_text else 'r' for column in table.columns)}}}",
        r"\toprule",
        *(_spanner_lines(table) if table.has_spanners else []),
        " & ".join(escaped(column.header) for column in table.columns) + r" \\",
    ]
    widest = [_widest_after(table, position) for position in range(width)]
    for group in table.groups:
        lines.append(r"\midrule")
        if len(table.groups) > 1:
            lines.append(rf"\multicolumn{{{width}}}{{l}}{{\textit{{{escaped(group.heading)}}}}} \\")
        for row, marks in zip(group.rows, table.marks(group), strict=True):
            cells = [_shown(table, *parts) for parts in zip(row, table.columns, marks, widest, strict=True)]
            # After a line break LaTeX takes a bracket or a star for an option.
            guard = "{}" if cells[0].startswith(("[", "*")) else ""
            lines.append(guard + " & ".join(cells) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}}"]
    notes = [f"{_raised(sign)} {escaped(note)}".strip() for sign, note in table.below]
    lines += [rf"\par\smallskip{{\footnotesize {note}\par}}" for note in notes]
    lines.append(r"\end{table*}")
    lines.append(r"\ifdefined\affectmartend\expandafter\affectmartend\fi")
    return "\n".join(lines) + "\n"


def _widest_after(table: Table, position: int) -> str:
    """Return the text with the most digits that follows a value in a column; empty where nothing follows."""
    column = table.columns[position]
    if column.is_text:
        return ""
    afters = [row[position].parts(column)[1] for group in table.groups for row in group.rows]
    return max(sorted(afters), key=_digits, default="")
