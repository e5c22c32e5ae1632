"""MER-Bench's charts."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from analysis.charts.theme import ramp, themed
from analysis.marts import Marts
from analysis.mer_bench import METRICS, printed_rows
from analysis.numbers import printed
from analysis.tables.model import MISSING

_PARTS = {"tas": "aggregates", "cfs": "aggregates", "sss": "aggregates", "rfs": "overall"}


def mer_bench_heat_map(marts: Marts) -> Any:
    """Systems by metrics, mean percent; aggregates and the overall score stand apart."""
    rows = printed_rows(marts, "mer_bench_table_2")
    sizes = rows.group_by("configuration", "experiment").agg(pl.col("output_count").sum().alias("size"))
    largest = sizes.sort(["size", "configuration", "experiment"], descending=[True, False, False]).row(0, named=True)
    shown = rows.filter(
        (pl.col("configuration") == largest["configuration"]) & (pl.col("experiment") == largest["experiment"])
    )
    ranking = shown.filter(pl.col("metric") == "rfs").sort(
        ["mean_pct", "system_id"], descending=[True, False], nulls_last=True
    )
    cells = [
        {
            "system": row["system_id"],
            "metric": row["metric"].upper(),
            "part": _PARTS.get(row["metric"], "metrics"),
            "value": row["mean_pct"],
            "shown": MISSING if row["mean_pct"] is None else printed(row["mean_pct"], 1),
        }
        for row in shown.iter_rows(named=True)
    ]
    systems = ranking["system_id"].to_list()
    base = alt.Chart(alt.InlineData(values=cells)).encode(
        x=alt.X("metric:N", sort=[m.upper() for m in METRICS], title=None, axis=alt.Axis(orient="top", labelAngle=0)),
        y=alt.Y("system:N", sort=systems, title=None),
    )
    squares = base.mark_rect(stroke="white", strokeWidth=1.5).encode(
        color=alt.Color(
            "value:Q",
            scale=ramp((0, 100)),
            legend=alt.Legend(title="mean score, %, higher is better", orient="bottom", direction="horizontal",
                              gradientLength=220, gradientThickness=10, titleFontWeight="normal", values=[0, 50, 100]),
        )
    )  # fmt: skip
    numbers = base.mark_text(fontSize=10.5).encode(
        text="shown:N",
        color=alt.condition("datum.value > 62", alt.value("white"), alt.value("#1b1b1b")),
    )
    runs = int(shown["run_count"].max() or 0)  # type: ignore[arg-type]
    note = [
        f"Mean over {runs} {shown['run_source'][0]} runs, released formulas of run means, strict reading;",
        f"judge configuration {largest['configuration']}, {len(systems)} systems by RFS"
        + (f"; the largest of {len(sizes)} experiments" if len(sizes) > 1 else ""),
    ]
    layered = alt.layer(squares, numbers).properties(width=alt.Step(46), height=alt.Step(24))
    chart = layered.facet(
        column=alt.Column("part:N", sort=["metrics", "aggregates", "overall"]),
        spacing=14,
        title=alt.TitleParams("MER-Bench: every system on every metric", subtitle=note),
    ).resolve_scale(x="independent")
    return themed(chart)
