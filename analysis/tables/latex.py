"""A table as LaTeX: booktabs, over both columns of a paper; best in bold, second underlined."""

from __future__ import annotations

import re

from analysis.tables.model import MISSING, Cell, Column, Mark, Table

_SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "±": r"{\footnotesize$\pm$}", MISSING: "--", "—": "---", "|": r"\textbar{}", "`": r"\textasciigrave{}",
    "…": r"\ldots{}",
    # By number, because the named command is missing from LaTeX's default encoding.
    '"': r"{\char34}",
}  # fmt: skip
# Repeated, these are ligatures: two hyphens would print as a dash.
_LIGATURES = re.compile(r"([-',])(?=\1)|([!?])(?=`)")


def escaped(text: str) -> str:
    """Return text on one line that LaTeX sets as it stands; control characters are left out."""
    line = " ".join(text.split())
    parted = _LIGATURES.sub(lambda found: found.group() + "\0", line)
    return "".join(
        "{}" if character == "\0" else _SPECIAL.get(character, character)
        for character in parted
        if character == "\0" or character.isprintable()
    )


def _shown(table: Table, cell: Cell, column: Column, mark: Mark) -> str:
    text = escaped(cell.show(column))
    if cell.is_missing:
        return rf"{text}\rlap{{$^{{\mathrm{{{table.footnote(cell)}}}}}$}}"
    return {"best": rf"\textbf{{{text}}}", "second": rf"\underline{{{text}}}"}.get(mark, text)


def to_latex(table: Table) -> str:
    """Return a `table*` that needs the packages booktabs and graphicx, scaled down to the text's width if wider."""
    width = len(table.columns)
    lines = [
        r"% needs \usepackage{booktabs} and \usepackage{graphicx}",
        r"\begin{table*}[t]",
        r"\centering",
        rf"\caption{{{escaped(table.caption)}}}",
        rf"\label{{tab:{table.name}}}",
        r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%",
        rf"\begin{{tabular}}{{{''.join('l' if column.is_text else 'r' for column in table.columns)}}}",
        r"\toprule",
        " & ".join(escaped(column.header) for column in table.columns) + r" \\",
    ]
    for group in table.groups:
        lines.append(r"\midrule")
        if len(table.groups) > 1:
            lines.append(rf"\multicolumn{{{width}}}{{l}}{{\textit{{{escaped(group.heading)}}}}} \\")
        for row, marks in zip(group.rows, table.marks(group), strict=True):
            cells = [_shown(table, *parts) for parts in zip(row, table.columns, marks, strict=True)]
            # After a line break LaTeX takes a bracket or a star for an option.
            guard = "{}" if cells[0].startswith(("[", "*")) else ""
            lines.append(guard + " & ".join(cells) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}}"]
    notes = [escaped(note) for note in table.notes]
    notes += [rf"$^{{\mathrm{{{letter}}}}}$ {escaped(reason)}" for reason, letter in table.footnotes.items()]
    lines += [rf"\par\smallskip{{\footnotesize {note}\par}}" for note in notes]
    lines.append(r"\end{table*}")
    return "\n".join(lines) + "\n"
