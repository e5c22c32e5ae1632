"""One look for every chart: colour-blind safe, readable in grey, no chart junk."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import altair as alt

from analysis.characters import allowed

#: A ramp of one hue whose lightness falls steadily: it prints in grey and needs no legend to be read.
RAMP = ("#f4f8fb", "#0b3c5d")
#: Colours of categories: their lightness rises in equal steps, so that they differ in grey and without colour vision.
CATEGORIES = ("#0b3c5d", "#00795a", "#e08e0b", "#9fd3f3")
INK, MUTED = "#1b1b1b", "#56606b"
#: Liberation Sans comes with the renderer, so pictures are the same on every machine; Arial and Helvetica have its
#: widths, so that an SVG fits wherever it is shown.
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"


def themed(chart: Any) -> Any:
    """Return the chart with the house's fonts, axes and white ground."""
    return (
        chart.configure(font=FONT, background="white", padding=14)
        .configure_view(stroke=None)
        .configure_range(category=list(CATEGORIES))
        .configure_axis(
            domain=False, ticks=False, grid=False, labelColor=INK, titleColor=MUTED, labelFontSize=11.5,
            titleFontSize=11.5, titleFontWeight="normal", labelPadding=6, titlePadding=8, labelLimit=0,
        )
        .configure_header(title=None, labelColor=MUTED, labelFontSize=11.5, labelPadding=6, labelLimit=0)
        .configure_legend(
            labelColor=INK, titleColor=MUTED, labelFontSize=11, titleFontSize=11.5, titleFontWeight="normal",
            titleLimit=0, offset=14,
        )
        .configure_title(
            anchor="start", color=INK, fontSize=15, fontWeight="bold", subtitleColor=MUTED,
            subtitleFontSize=11.5, subtitleLineHeight=15, subtitlePadding=5, offset=14, limit=0,
        )
    )  # fmt: skip


def ramp(domain: tuple[float, float]) -> alt.Scale:
    """Return the sequential colour scale over a domain."""
    return alt.Scale(domain=list(domain), range=list(RAMP), interpolate="lab")


def dark_text_until(domain: tuple[float, float]) -> float:
    """Return the value of a domain up to which black on the ramp contrasts more than white does.

    The contrast is that of WCAG 2; at the value itself both have 4.58, enough for small text (4.5).
    """
    low, high = (_lightness(_luminance(colour)) for colour in RAMP)
    turn = _lightness((1.05 * 0.05) ** 0.5 - 0.05)
    return domain[0] + (domain[1] - domain[0]) * (turn - low) / (high - low)


def _luminance(colour: str) -> float:
    """Return the relative luminance in [0, 1] of a colour such as #0b3c5d (WCAG 2)."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _lightness(luminance: float) -> float:
    """Return the CIE lightness in [0, 100] of a relative luminance above 0.0089."""
    return float(116 * luminance ** (1 / 3) - 16)


def wrapped(text: str, width: int) -> list[str]:
    """Return text as lines of at most that many characters; an unbroken word that is longer is cut."""
    return textwrap.wrap(text, width, break_on_hyphens=False)


def shortened(names: Sequence[str], width: int) -> dict[str, str]:
    """Return each name's label of at most about that many characters; different names keep different labels.

    A long name loses its middle, because versions stand at the end and families at the start.
    """
    labels: dict[str, str] = {}
    for name in dict.fromkeys(names):
        # First, because names may differ only in characters that no picture can hold.
        line = allowed(" ".join(name.split()))
        kept = (width - 1) // 2
        label = line if len(line) <= width else f"{line[: width - 1 - kept]}…{line[-kept:]}"
        number, free = 1, label
        while free in labels.values():
            number += 1
            free = f"{label} ({number})"
        labels[name] = free
    return labels
