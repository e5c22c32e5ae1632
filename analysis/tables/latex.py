"""A table as LaTeX: booktabs, over both columns of a paper; best in bold, second underlined.

The file compiles alone and is read by `\\input` in a paper. pdfLaTeX sets what is written in the Latin letters of its
default fonts; a table with other letters needs XeLaTeX, and one with another script the fonts that `analysis export`
puts beside it.
"""

from __future__ import annotations

from analysis.tables.latex_text import COMMANDS, escaped, latin, runs
from analysis.tables.model import Cell, Column, Mark, Table

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


def to_latex(table: Table) -> str:
    """Return a `table*` that compiles alone, scaled down to the text's width if wider."""
    width = len(table.columns)
    lines = [
        *_preamble(_fonts(table)),
        r"\begin{table*}[t]",
        r"\centering",
        # The class article has no space here, for captions below; the rule would touch the letters.
        r"\setlength{\belowcaptionskip}{4pt}",
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
