"""Charts to files, without a browser and without a network."""

from __future__ import annotations

import re
from typing import Any

import vl_convert

_TAG = re.compile(r"<[^>]*>")
_NUMBERED = re.compile(r'(?<= )(id="|(?:fill|stroke|clip-path)="url\(#)(gradient_|clip)(\d+)(?=\)?")')


def to_svg(chart: Any) -> bytes:
    """Return the chart as SVG; equal charts give equal bytes."""
    return _renumbered(str(vl_convert.vegalite_to_svg(chart.to_dict(), allowed_base_urls=[]))).encode()


def to_png(chart: Any) -> bytes:
    """Return the chart as PNG at twice its size."""
    return bytes(vl_convert.vegalite_to_png(chart.to_dict(), scale=2, allowed_base_urls=[]))


def _renumbered(svg: str) -> str:
    """Return an SVG whose gradients and clips count from 0: the renderer counts on from chart to chart."""
    numbers: dict[str, int] = {}

    def in_tag(tag: re.Match[str]) -> str:
        return _NUMBERED.sub(
            lambda found: found[1] + found[2] + str(numbers.setdefault(found[2] + found[3], len(numbers))), tag[0]
        )

    return _TAG.sub(in_tag, svg)
