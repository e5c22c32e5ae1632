"""One look for every chart: colour-blind safe, readable in grey, no chart junk."""

from __future__ import annotations

from typing import Any

import altair as alt

#: A ramp of one hue whose lightness falls steadily: it prints in grey and needs no legend to be read.
RAMP = ("#f4f8fb", "#0b3c5d")
INK, MUTED = "#1b1b1b", "#5b6570"
FONT = "Noto Sans, DejaVu Sans, Arial, sans-serif"


def themed(chart: Any) -> Any:
    """Return the chart with the house's fonts, axes and white ground."""
    return (
        chart.configure(font=FONT, background="white", padding=12)
        .configure_view(stroke=None)
        .configure_axis(
            domain=False, ticks=False, grid=False, labelColor=INK, titleColor=MUTED, labelFontSize=11,
            titleFontSize=11, titleFontWeight="normal", labelPadding=6, labelLimit=260,
        )
        .configure_title(
            anchor="start", color=INK, fontSize=14, fontWeight="bold", subtitleColor=MUTED, subtitleFontSize=11,
            subtitlePadding=4, offset=12,
        )
        .configure_header(title=None, labelColor=MUTED, labelFontSize=11, labelPadding=4)
    )  # fmt: skip


def ramp(domain: tuple[float, float]) -> alt.Scale:
    """Return the sequential colour scale over a domain."""
    return alt.Scale(domain=list(domain), range=list(RAMP), interpolate="lab")
