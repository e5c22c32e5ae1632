"""EmoGenie's charts."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from analysis.charts.theme import ramp, themed
from analysis.errors import NothingToShowError
from analysis.marts import Marts
from analysis.numbers import printed


def emogenie_confusion(marts: Marts) -> Any:
    """Prompted by assigned emotion, every image model pooled, one matrix per perspective."""
    rows = marts.frame("emogenie_confusion").filter(
        (pl.col("system_id") == "all") & (pl.col("tie_credit") == "fractional") & pl.col("share").is_not_null()
    )
    if rows.is_empty():
        raise NothingToShowError("marts.emogenie_confusion has no rows. Land EmoGenie's files, then run dbt build.")
    panels = []
    for perspective in ("expressed", "evoked"):
        own = rows.filter(pl.col("perspective") == perspective).sort("prompted_position", "assigned_position")
        cells = [
            {"prompted": r["prompted_label"], "assigned": r["assigned_label"], "value": 100 * r["share"],
             "shown": printed(100 * r["share"], 0)}
            for r in own.iter_rows(named=True)
        ]  # fmt: skip
        labels = own["assigned_label"].unique(maintain_order=True).to_list()
        base = alt.Chart(alt.InlineData(values=cells)).encode(
            x=alt.X("assigned:N", sort=labels, title="assigned", axis=alt.Axis(orient="top", labelAngle=-35)),
            y=alt.Y("prompted:N", sort=labels, title="prompted"),
        )
        squares = base.mark_rect(stroke="white", strokeWidth=1.5).encode(
            color=alt.Color("value:Q", scale=ramp((0, 100)), legend=alt.Legend(title="share of images, %"))
        )
        numbers = base.mark_text(fontSize=10.5).encode(
            text="shown:N", color=alt.condition("datum.value > 62", alt.value("white"), alt.value("#1b1b1b"))
        )
        layered = alt.layer(squares, numbers)
        panels.append(layered.properties(width=alt.Step(34), height=alt.Step(26), title=perspective))
    title = alt.TitleParams(
        "EmoGenie: where images of each prompted emotion end up",
        subtitle=["Every image model pooled; tied labels share an image; rows sum to 100."],
    )
    return themed(alt.hconcat(*panels, title=title))
