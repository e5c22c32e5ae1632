"""Every chart at full and at its smallest data, in one page, with a check that its texts stay on the canvas.

`python -m analysis.gallery FILE`. Exit code 1 when a chart fails or a text lies outside.
"""

from __future__ import annotations

import html
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from analysis.charts.canvas import outside, overlapping
from analysis.charts.render import to_svg
from analysis.errors import AnalysisError, NothingToShowError
from analysis.export import check_folder, write_file
from analysis.exposures import EXPOSURES
from analysis.marts import Marts
from analysis.report.page import assembled
from analysis.report.sections import Section, embedded
from ingest.paths import exports_path, warehouse_path

_SYSTEMS = ("system_id", "model", "base_model", "retriever")
_CATEGORIES = (
    "display_name",
    "assigned_label",
    "label_b",
    "label",
    "culture",
    "dimension",
    "condition",
    "consensus",
    "k",
)
_EMPTIED = (pl.Float64, pl.Float32)


def one_system(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the first system by name; `all` is no system."""
    return _first(frame, _SYSTEMS)


def one_category(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the first category of the first column that holds categories."""
    return _first(frame, _CATEGORIES)


def all_missing(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with every value that is no count undefined."""
    return frame.with_columns(pl.lit(None, kind).alias(name) for name, kind in frame.schema.items() if kind in _EMPTIED)


def _first(frame: pl.DataFrame, names: tuple[str, ...]) -> pl.DataFrame:
    name = next((name for name in names if name in frame.columns), None)
    if name is None:
        return frame
    kept = frame.get_column(name).drop_nulls()
    named = kept.filter(kept != "all") if kept.dtype == pl.String else kept
    return frame.filter(pl.col(name) == named.sort().first()) if len(named) else frame


VARIANTS: Mapping[str, Callable[[pl.DataFrame], pl.DataFrame]] = {
    "full data": lambda frame: frame,
    "one system": one_system,
    "one category": one_category,
    "all missing": all_missing,
}


class Reduced(Marts):
    """Marts whose frames are cut down before a chart sees them."""

    def __init__(self, path: Path, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
        """Open the warehouse as Marts does."""
        super().__init__(path)
        self._change = change

    def frame(self, name: str, needed: tuple[str, ...] = ()) -> pl.DataFrame:  # type: ignore[override]
        """Return the mart's frame after the change. Raises as Marts.frame does, also when nothing is left."""
        frame = self._change(super().frame(name, needed))
        if frame.is_empty():
            raise NothingToShowError(f"marts.{name} has no row left.")
        return frame


@dataclass(frozen=True)
class Drawn:
    """One chart of one variant: its picture as HTML, or the sentence that stands instead; and its faults."""

    chart: str
    variant: str
    body: str
    faults: tuple[str, ...] = ()
    overlaps: tuple[str, ...] = ()


def drawn(path: Path) -> Iterator[Drawn]:
    """Yield every chart in every variant. Raises AnalysisError when the warehouse cannot be opened."""
    charts = {name: exposure for name, exposure in EXPOSURES.items() if exposure.kind == "chart"}
    for variant, change in VARIANTS.items():
        with Reduced(path, change) as marts:
            for name, exposure in charts.items():
                try:
                    svg = to_svg(exposure.make(marts))
                except AnalysisError as error:
                    yield Drawn(name, variant, f"<p>{html.escape(str(error))}</p>")
                    continue
                except Exception as error:
                    yield Drawn(name, variant, "<p>not drawn</p>", (f"{type(error).__name__}: {error}",))
                    continue
                faults = tuple(f"outside the canvas: {text}" for text in outside(svg))
                overlaps = tuple(f"{one} / {other}" for one, other in overlapping(svg))
                body = embedded(svg, f"{name}-{variant.replace(' ', '-')}", f"{name}, {variant}")
                yield Drawn(name, variant, body, faults, overlaps)


def page(pictures: list[Drawn]) -> bytes:
    """Return the gallery: a section for each chart."""
    parts = []
    for name in dict.fromkeys(picture.chart for picture in pictures):
        body = []
        for picture in (one for one in pictures if one.chart == name):
            told = [*picture.faults, *(f"texts on each other: {pair}" for pair in picture.overlaps)]
            notes = "".join(f'<p class="note">{html.escape(fault)}</p>' for fault in told)
            body.append(f"<h3>{picture.variant}</h3>\n{picture.body}\n{notes}")
        parts.append(Section(name.replace("_", "-"), name, "\n".join(body)))
    return assembled(parts, "Affectmart gallery")


def main(arguments: list[str]) -> int:
    """Write the gallery and return 1 where a chart failed or a text lies outside its canvas."""
    target = Path(arguments[0]) if arguments else exports_path() / "gallery.html"
    try:
        check_folder(target.parent)
        pictures = list(drawn(warehouse_path()))
        print(write_file(target.parent, target.name, page(pictures)))
    except AnalysisError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    faulty = [picture for picture in pictures if picture.faults]
    for picture in pictures:
        for fault in picture.faults:
            print(f"{picture.chart}, {picture.variant}: {fault}", file=sys.stderr)
        for pair in picture.overlaps:
            print(f"note: {picture.chart}, {picture.variant}: texts on each other: {pair}", file=sys.stderr)
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
