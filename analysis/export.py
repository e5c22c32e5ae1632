"""Writing exports: whole files or none."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analysis.charts.canvas import smallest_type
from analysis.charts.render import to_html as chart_to_html
from analysis.charts.render import to_pdf, to_png, to_svg
from analysis.errors import AnalysisError, NothingToShowError
from analysis.exposures import EXPOSURES
from analysis.fonts import font_files
from analysis.marts import Marts
from analysis.tables.comma import to_csv
from analysis.tables.latex import FONT_FILES, scripts, to_latex
from analysis.tables.markdown import to_markdown
from analysis.tables.model import Marking
from analysis.tables.parquet import to_parquet
from analysis.tables.web import to_html

#: A paper's widths in points: one column and the whole text of a two-column page, and a slide.
WIDTHS: Mapping[str, float] = {"column": 240.0, "text": 505.0, "slide": 960.0}
#: Type below this size, in points, cannot be read on paper.
SMALLEST_TYPE = 5.0
WRITERS: Mapping[str, Mapping[str, Callable[[Any], bytes]]] = {
    "table": {
        "md": lambda table: to_markdown(table).encode(),
        "csv": lambda table: to_csv(table).encode(),
        "tex": lambda table: to_latex(table).encode(),
        "html": lambda table: to_html(table).encode(),
        "parquet": to_parquet,
    },
    "chart": {"svg": to_svg, "png": to_png, "pdf": to_pdf, "html": chart_to_html},
}
FORMATS = tuple(dict.fromkeys(name for writers in WRITERS.values() for name in writers))
#: What is written when no format is named: small files that people read. A chart's page carries its whole program.
DEFAULT_FORMATS = ("md", "csv", "tex", "svg", "png")


@dataclass(frozen=True)
class Style:
    """How exports look: what is bold in a table, and a chart's width in points (None: its own)."""

    marking: Marking = "value"
    width: float | None = None


def render(
    marts: Marts, name: str, formats: Sequence[str], style: Style | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[str, bytes]]:  # fmt: skip
    """Yield (file name, content) of one exposure in those of the formats that its kind has.

    A LaTeX table with names in Japanese, Korean, Chinese or Arabic brings the fonts that it needs, in a folder `fonts`.
    `tell` takes a sentence on a chart whose type becomes too small to read.
    Raises NothingToShowError when its mart is empty or its kind has none of the formats, AnalysisError when its mart
    is not built or lacks a column.
    """
    style = style or Style()
    exposure = EXPOSURES[name]
    if not set(formats) & WRITERS[exposure.kind].keys():
        raise NothingToShowError(f"a {exposure.kind} has the formats {', '.join(WRITERS[exposure.kind])} only.")
    made = exposure.make(marts)
    if exposure.kind == "table":
        made = replace(made, marking=style.marking)
    elif style.width is not None and set(formats) & _SCALED.keys():
        size = smallest_type(to_svg(made, style.width))
        if size < SMALLEST_TYPE:
            tell(f"{name}: {_too_small(size, style.width)}")
    for form, write in WRITERS[exposure.kind].items():
        if form not in formats:
            continue
        if exposure.kind == "chart" and style.width is not None and form != "html":
            yield f"{name}.{form}", _SCALED[form](made, style.width)
        else:
            yield f"{name}.{form}", write(made)
    if exposure.kind == "table" and "tex" in formats:
        for script in scripts(made):
            yield f"fonts/{FONT_FILES[script]}", font_files()[script].read_bytes()


def _too_small(size: float, width: float) -> str:
    """Return a sentence on type of a size at a width, with the widths at which it can be read."""
    wider = [name for name, points in WIDTHS.items() if size * points / width >= SMALLEST_TYPE]
    instead = f"use --width {' or '.join(wider)}" if wider else "leave --width out"
    return f"its smallest type is {size:.1f} pt at this width; {instead}."


_SCALED: Mapping[str, Callable[[Any, float | None], bytes]] = {"svg": to_svg, "png": to_png, "pdf": to_pdf}


def check_folder(folder: Path) -> None:
    """Raise AnalysisError when a folder could not be made or written; make nothing.

    Told before the work, because drawing takes seconds and an empty mart must leave no folder behind.
    """
    there = next(parent for parent in (folder, *folder.absolute().parents) if os.path.lexists(parent))
    if not there.is_dir():
        raise _unwritable(folder, "Not a directory")
    if not os.access(there, os.W_OK | os.X_OK):
        raise _unwritable(folder, "Permission denied")


def _unwritable(folder: Path, why: str | None) -> AnalysisError:
    return AnalysisError(f"{folder}: cannot be written ({why}). Choose another folder with --out.")


def write_file(folder: Path, name: str, content: bytes) -> Path:
    """Write a file so that it is there whole or not at all.

    Raises AnalysisError when the folder cannot be written.
    """
    try:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(temporary).chmod(0o644)
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _unwritable(folder, error.strerror) from None
    return folder / name
