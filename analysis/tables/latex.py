"""A table as LaTeX: booktabs, for one or two columns of text; best in bold, second underlined."""

from __future__ import annotations

from analysis.tables.model import MISSING, Mark, Table

_SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "±": r"{\footnotesize$\pm$}", MISSING: "--", "|": r"\textbar{}", '"': "''",
}  # fmt: skip


def escaped(text: str) -> str:
    """Return text that LaTeX sets as it stands."""
    return "".join(_SPECIAL.get(character, character) for character in " ".join(text.split()))


def _marked(text: str, mark: Mark) -> str:
    return {"best": rf"\textbf{{{text}}}", "second": rf"\underline{{{text}}}"}.get(mark, text)


def to_latex(table: Table) -> str:
    """Return a `table*` that needs the packages booktabs and graphicx, scaled down to the text's width if wider."""
    width = len(table.columns)
    lines = [
        "% needs \\usepackage{booktabs} and \\usepackage{graphicx}; \\usepackage[T1]{fontenc}",
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
            cells = [
                _marked(escaped(cell.show(column)), mark)
                for cell, column, mark in zip(row, table.columns, marks, strict=True)
            ]
            # After a line break LaTeX takes a bracket or a star for an option.
            guard = "{}" if cells[0].startswith(("[", "*")) else ""
            lines.append(guard + " & ".join(cells) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}}"]
    lines += [rf"\par\smallskip\footnotesize {escaped(note)}" for note in table.all_notes]
    lines.append(r"\end{table*}")
    return "\n".join(lines) + "\n"
