"""Charts to files, without a browser and without a network."""

from __future__ import annotations

from typing import Any

import vl_convert


def to_svg(chart: Any) -> bytes:
    """Return the chart as SVG."""
    return str(vl_convert.vegalite_to_svg(chart.to_dict(), allowed_base_urls=[])).encode()


def to_png(chart: Any) -> bytes:
    """Return the chart as PNG at twice its size."""
    return bytes(vl_convert.vegalite_to_png(chart.to_dict(), scale=2, allowed_base_urls=[]))
