"""Writing exports: whole files or none."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from analysis.charts.render import to_png, to_svg
from analysis.errors import AnalysisError, NothingToShowError
from analysis.exposures import EXPOSURES
from analysis.marts import Marts
from analysis.tables.comma import to_csv
from analysis.tables.latex import to_latex
from analysis.tables.markdown import to_markdown

WRITERS: Mapping[str, Mapping[str, Callable[[Any], bytes]]] = {
    "table": {
        "md": lambda table: to_markdown(table).encode(),
        "csv": lambda table: to_csv(table).encode(),
        "tex": lambda table: to_latex(table).encode(),
    },
    "chart": {"svg": to_svg, "png": to_png},
}
FORMATS = tuple(name for writers in WRITERS.values() for name in writers)


def render(marts: Marts, name: str, formats: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, content) of one exposure in those of the formats that its kind has.

    Raises NothingToShowError when its mart is empty or its kind has none of the formats, AnalysisError when its mart
    is not built or lacks a column.
    """
    exposure = EXPOSURES[name]
    if not set(formats) & WRITERS[exposure.kind].keys():
        raise NothingToShowError(f"a {exposure.kind} has the formats {', '.join(WRITERS[exposure.kind])} only.")
    made = exposure.make(marts)
    for form, write in WRITERS[exposure.kind].items():
        if form in formats:
            yield f"{name}.{form}", write(made)


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
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(temporary).chmod(0o644)
            Path(temporary).replace(folder / name)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _unwritable(folder, error.strerror) from None
    return folder / name
