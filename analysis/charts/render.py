"""Charts to files, without a browser and without a network."""

from __future__ import annotations

import html
import json
import re
from functools import cache
from typing import Any

import vl_convert

from analysis import fonts
from analysis.characters import allowed
from analysis.charts.pdf import canonical
from analysis.errors import NothingToShowError

_TAG = re.compile(r"<[^>]*>")
_NUMBERED = re.compile(r'(?<= )(id="|(?:fill|stroke|clip-path)="url\(#)(gradient_|clip)(\d+)(?=\)?")')
_TEXT = re.compile(r'(<text\b[^>]*?\bfont-family=")([^"]*)("[^>]*>)(.*?)(?=</text>)', re.DOTALL)
_SIZE = re.compile(r'(<svg\b[^>]*?) width="([\d.]+)" height="([\d.]+)"')


def to_svg(chart: Any, width: float | None = None) -> bytes:
    """Return the chart as SVG; equal charts give equal bytes.

    A width in points (1/72 inch) scales the whole picture to the column of a paper. Raises NothingToShowError when
    nothing is left to draw.
    """
    # Without a unit a browser takes a width for pixels, of which 96 are an inch.
    return _drawn(chart, width, "pt").encode()


def to_png(chart: Any, width: float | None = None) -> bytes:
    """Return the chart as PNG at twice its size."""
    return bytes(vl_convert.svg_to_png(_drawn(chart, width), scale=2))


def to_pdf(chart: Any, width: float | None = None) -> bytes:
    """Return the chart as PDF with text as text; one pixel is one point. Equal charts give equal bytes."""
    return canonical(bytes(vl_convert.svg_to_pdf(_drawn(chart, width))))


def to_html(chart: Any) -> bytes:
    """Return the chart as a page with its data and its program inside: tooltips work without a network."""
    spec = _spec(chart)
    title = html.escape(title_of(spec) or "Chart")
    # Data could close the script's element: inside JSON the same character may be written by its number.
    data = json.dumps(spec, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c").replace("\u2028", "\\u2028")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<script>{_program()}</script>\n</head>\n"
        f'<body>\n<main id="chart" role="img" aria-label="{title}"></main>\n<script>\nconst spec = {data};\n'
        'vegaEmbed("#chart", spec, {renderer: "svg", actions: false}).catch(console.error);\n'
        "</script>\n</body>\n</html>\n"
    ).encode()


def title_of(spec: dict[str, Any]) -> str:
    """Return a chart's title as one line, without its subtitle; empty if it has none."""
    title = spec.get("title") or ""
    text = title.get("text", "") if isinstance(title, dict) else title
    return " ".join(text) if isinstance(text, list) else str(text)


def _drawn(chart: Any, width: float | None, unit: str = "") -> str:
    """Return the chart as SVG, of a width in a unit where one is asked for; PNG and PDF are made of plain numbers."""
    fonts.register()
    svg = _renumbered(str(vl_convert.vegalite_to_svg(_spec(chart), allowed_base_urls=[])))
    # Charts whose values are all missing may get no width or one beyond all numbers.
    size = _SIZE.search(svg)
    if size is None or not float(size[2]) or not float(size[3]):
        raise NothingToShowError("the chart has no value to draw.")
    return _scaled(_TEXT.sub(_in_its_font, svg), width, unit)


def _spec(chart: Any) -> dict[str, Any]:
    """Return the chart's specification in characters that XML allows: the renderer aborts the process at others."""
    cleaned: dict[str, Any] = _cleaned(chart.to_dict())
    return cleaned


def _cleaned(part: Any) -> Any:
    if isinstance(part, str):
        return allowed(part)
    if isinstance(part, dict):
        return {allowed(key): _cleaned(value) for key, value in part.items()}
    return [_cleaned(value) for value in part] if isinstance(part, list) else part


@cache
def _program() -> str:
    """Return Vega, Vega-Lite and Vega-Embed as one script."""
    bundle = str(vl_convert.javascript_bundle(None))  # type: ignore[arg-type]
    return bundle.replace("</script", "<\\/script")


def _in_its_font(found: re.Match[str]) -> str:
    """Return a text's element with the font of its script first: else the renderer takes any that has the letters."""
    family = fonts.stack_for(html.unescape(found[4]), found[2])
    return f"{found[1]}{family}{found[3]}{found[4]}"


def _scaled(svg: str, width: float | None, unit: str) -> str:
    """Return an SVG of another size; its viewBox keeps the coordinates."""
    if width is None:
        return svg

    def sized(found: re.Match[str]) -> str:
        factor = width / float(found[2])
        return f'{found[1]} width="{width:g}{unit}" height="{factor * float(found[3]):.2f}{unit}"'

    return _SIZE.sub(sized, svg, count=1)


def _renumbered(svg: str) -> str:
    """Return an SVG whose gradients and clips count from 0: the renderer counts on from chart to chart."""
    numbers: dict[str, int] = {}

    def in_tag(tag: re.Match[str]) -> str:
        return _NUMBERED.sub(
            lambda found: found[1] + found[2] + str(numbers.setdefault(found[2] + found[3], len(numbers))), tag[0]
        )

    return _TAG.sub(in_tag, svg)
