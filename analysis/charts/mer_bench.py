"""MER-Bench's charts."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from analysis.charts.theme import MUTED, RAMP, ramp, themed
from analysis.marts import Marts
from analysis.mer_bench import METRICS, printed_rows
from analysis.numbers import printed
from analysis.tables.mer_bench import AXES
from analysis.tables.model import MISSING

_COMPONENTS = {
    "tas": "TAS (target alignment)",
    "cfs": "CFS (content fidelity)",
    "sss": "SSS (shift strength)",
    "rfs": "RFS (overall)",
}
_PARTS = {"tas": "aggregates", "cfs": "aggregates", "sss": "aggregates", "rfs": "overall"}


def mer_bench_heat_map(marts: Marts) -> Any:
    """Systems by metrics, mean percent; aggregates and the overall score stand apart."""
    rows = printed_rows(marts, "mer_bench_table_2")
    largest = _largest(rows, "configuration", "experiment")
    experiments = rows.select("configuration", "experiment").n_unique()
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
        + (f"; the largest of {experiments} experiments" if experiments > 1 else ""),
    ]
    layered = alt.layer(squares, numbers).properties(width=alt.Step(46), height=alt.Step(24))
    chart = layered.facet(
        column=alt.Column("part:N", sort=["metrics", "aggregates", "overall"]),
        spacing=14,
        title=alt.TitleParams("MER-Bench: every system on every metric", subtitle=note),
    ).resolve_scale(x="independent")
    return themed(chart)


def _largest(rows: pl.DataFrame, *columns: str) -> dict[str, Any]:
    """Return the values of the columns that the most outputs share; ties go to the first by name."""
    sizes = rows.group_by(*columns).agg(pl.col("output_count").sum().alias("size"))
    order = [True, *(False for _ in columns)]
    return sizes.sort(["size", *columns], descending=order).row(0, named=True)


def mer_bench_rfs_by_category(marts: Marts) -> Any:
    """RFS of every system in every category: one row of dots per category, one panel per axis."""
    rows = printed_rows(marts, "mer_bench_figure_5").filter((pl.col("metric") == "rfs") & (pl.col("panel") != "o"))
    configuration = _largest(rows, "configuration")["configuration"]
    shown = rows.filter((pl.col("configuration") == configuration) & pl.col("mean_pct").is_not_null())
    names = (
        shown.group_by("system_id")
        .agg(pl.col("mean_pct").mean())
        .sort(["mean_pct", "system_id"], descending=[True, False])
    )
    systems = names["system_id"].to_list()
    cells = [
        {
            "system": row["system_id"],
            "category": row["display_name"],
            "axis": AXES.get(row["axis"], row["axis"]),
            "value": row["mean_pct"],
            "shown": printed(row["mean_pct"], 1),
        }
        for row in shown.iter_rows(named=True)
    ]
    categories = [c for axis in AXES for c in shown.filter(pl.col("axis") == axis)["display_name"].unique().sort()]
    base = alt.Chart(alt.InlineData(values=cells)).encode(
        x=alt.X("system:N", sort=systems, title=None, axis=alt.Axis(orient="top", labelAngle=-40)),
        y=alt.Y("category:N", sort=categories, title=None),
    )
    squares = base.mark_rect(stroke="white", strokeWidth=1.5).encode(
        color=alt.Color(
            "value:Q",
            scale=ramp((0, 100)),
            legend=alt.Legend(title="mean RFS, %, higher is better", orient="bottom", direction="horizontal",
                              gradientLength=220, gradientThickness=10, titleFontWeight="normal", values=[0, 50, 100]),
        )
    )  # fmt: skip
    numbers = base.mark_text(fontSize=10.5).encode(
        text="shown:N", color=alt.condition("datum.value > 62", alt.value("white"), alt.value("#1b1b1b"))
    )
    note = (
        f"Mean over {shown['run_source'][0]} runs, released formulas of run means; judge configuration {configuration}"
    )
    layered = alt.layer(squares, numbers).properties(width=alt.Step(46), height=alt.Step(24))
    chart = layered.facet(
        row=alt.Row(
            "axis:N", sort=list(AXES.values()), header=alt.Header(labelAngle=0, labelAnchor="start", labelOrient="top")
        ),
        spacing=10,
        title=alt.TitleParams("MER-Bench: RFS of every system in every category", subtitle=note),
    ).resolve_scale(y="independent")
    return themed(chart)


def mer_bench_components(marts: Marts) -> Any:
    """The three components and the overall score of every system as dots with their spread over runs."""
    rows = printed_rows(marts, "mer_bench_table_2").filter(pl.col("metric").is_in(list(_COMPONENTS)))
    chosen = _largest(rows, "configuration", "experiment")
    shown = rows.filter(
        (pl.col("configuration") == chosen["configuration"]) & (pl.col("experiment") == chosen["experiment"])
    ).filter(pl.col("mean_pct").is_not_null())
    ranking = shown.filter(pl.col("metric") == "rfs").sort(["mean_pct", "system_id"], descending=[True, False])
    cells = [
        {
            "system": row["system_id"],
            "component": _COMPONENTS[row["metric"]],
            "value": row["mean_pct"],
            "low": row["mean_pct"] - (row["sd_pct"] or 0.0),
            "high": row["mean_pct"] + (row["sd_pct"] or 0.0),
        }
        for row in shown.iter_rows(named=True)
    ]
    systems = ranking["system_id"].to_list()
    base = alt.Chart(alt.InlineData(values=cells)).encode(
        y=alt.Y("system:N", sort=systems, title=None, axis=alt.Axis(grid=True, gridColor="#eceff2"))
    )
    x_axis = alt.Axis(grid=False, ticks=True, values=[0, 25, 50, 75, 100])
    bars = base.mark_rule(strokeWidth=2, color=MUTED).encode(
        x=alt.X("low:Q", scale=alt.Scale(domain=[0, 100], clamp=True), title="mean, %, higher is better", axis=x_axis),
        x2="high:Q",
    )
    dots = base.mark_circle(size=55, color=RAMP[1], opacity=1).encode(x=alt.X("value:Q"))
    runs = int(shown["run_count"].max() or 0)  # type: ignore[arg-type]
    note = [
        f"Mean over {runs} {shown['run_source'][0]} runs, released formulas of run means; judge configuration",
        f"{chosen['configuration']}. Bars: standard deviation over runs, a spread over subsets and no standard error.",
    ]
    chart = (
        alt.layer(bars, dots)
        .properties(width=170, height=alt.Step(20))
        .facet(
            column=alt.Column("component:N", sort=list(_COMPONENTS.values())),
            spacing=18,
            title=alt.TitleParams("MER-Bench: what limits each system", subtitle=note),
        )
    )
    return themed(chart)
