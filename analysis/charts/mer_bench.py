"""MER-Bench's charts."""

from __future__ import annotations

import math
from typing import Any

import altair as alt
import polars as pl

from analysis.charts.statistics import rank_intervals, score_dots
from analysis.charts.theme import MUTED, RAMP, dark_text_until, ramp, shortened, themed, wrapped
from analysis.errors import NothingToShowError
from analysis.headlines import HEADLINES
from analysis.marts import Marts
from analysis.mer_bench import METRICS, printed_rows, runs_in_words
from analysis.numbers import printed
from analysis.tables.mer_bench import AXES
from analysis.tables.model import MISSING

_COMPONENTS = {
    "tas": "TAS (target alignment)",
    "cfs": "CFS (content fidelity)",
    "sss": "SSS (shift strength)",
    "rfs": "RFS (overall)",
}

#: Each part stands apart: its axis title and its metrics. The arrow says that higher is better.
_PARTS = (("Fine metrics, % ↑", METRICS[:8]), ("Aggregates, % ↑", METRICS[8:11]), ("Overall, % ↑", METRICS[11:]))
_DOMAIN = (0.0, 100.0)


def mer_bench_heat_map(marts: Marts) -> Any:
    """Systems by metrics, mean percent; aggregates and the overall score stand apart.

    Shows the experiment with the most scored outputs. Raises NothingToShowError when no row is printed by default.
    """
    rows = printed_rows(marts, "mer_bench_table_2", ("experiment", "system_id"))
    shown, others = _largest(rows, "configuration", "experiment")
    systems = _ranked(shown)
    labels = shortened(systems, 44)
    means = {(row["system_id"], row["metric"]): row["mean_pct"] for row in shown.iter_rows(named=True)}
    cells = [[_cell(labels[s], metric, means.get((s, metric))) for s in systems for metric in m] for _, m in _PARTS]
    panels = [
        _panel(title, part, list(labels.values()), number == 0)
        for number, ((title, _), part) in enumerate(zip(_PARTS, cells, strict=True))
    ]
    chart = alt.hconcat(*panels, spacing=16).properties(
        title=alt.TitleParams(
            "MER-Bench: every system on every metric",
            subtitle=_subtitle(shown, others, [c for part in cells for c in part]),
        )
    )
    return themed(chart)


def _panel(title: str, cells: list[dict[str, Any]], systems: list[str], is_first: bool) -> Any:
    """Return one part of the heat map; the first also names the systems and holds the legend."""
    names = alt.Axis(title="System", titleAngle=0, titleAlign="right", titleBaseline="bottom", titleX=-6, titleY=-6)
    base = alt.Chart(alt.InlineData(values=cells)).encode(
        x=alt.X("metric:N", sort=None, axis=alt.Axis(title=title, orient="top", labelAngle=0)),
        y=alt.Y("system:N", sort=systems, axis=names if is_first else None),
    )
    # A missing value has no square: any grey could be read as a low score.
    squares = base.mark_rect(stroke="white", strokeWidth=1.5).encode(
        color=alt.Color("value:Q", scale=ramp(_DOMAIN), legend=_LEGEND if is_first else None)
    )
    # Conditions, because a second colour scale in the same layers would have to be shared.
    inks = (
        alt.when("datum.ink == 'dark'")
        .then(alt.value("#000000"))
        .when("datum.ink == 'light'")
        .then(alt.value("#ffffff"))
        .otherwise(alt.value(MUTED))
    )
    numbers = base.mark_text(fontSize=11).encode(text="label:N", color=inks)
    return alt.layer(squares, numbers).properties(width=alt.Step(46), height=alt.Step(25))


_LEGEND = alt.Legend(
    title="Mean score, % of the scale; ↑ higher is better", orient="bottom", direction="horizontal",
    gradientLength=260, gradientThickness=10, values=[0, 25, 50, 75, 100],
)  # fmt: skip


def _largest(rows: pl.DataFrame, *keys: str) -> tuple[pl.DataFrame, int]:
    """Return the rows of the keys' values with the most scored outputs, and how many other values there are.

    Ties go to the first by name.
    """
    sizes = rows.group_by(*keys).agg(pl.col("output_count").sum().alias("size"))
    first = sizes.sort(["size", *keys], descending=[True, *(False for _ in keys)], nulls_last=True).row(0, named=True)
    return rows.filter(*(pl.col(key) == first[key] for key in keys)), len(sizes) - 1


def _ranked(shown: pl.DataFrame) -> list[str]:
    """Return the systems by RFS from high to low, those without one last, then by name."""
    overall = shown.filter(pl.col("metric") == "rfs").select("system_id", "mean_pct")
    systems = shown.select(pl.col("system_id").unique()).join(overall, on="system_id", how="left")
    ranked: list[str] = systems.sort(["mean_pct", "system_id"], descending=[True, False], nulls_last=True)[
        "system_id"
    ].to_list()
    return ranked


def _cell(system: str, metric: str, value: float | None) -> dict[str, Any]:
    if value is None or not math.isfinite(value):
        value, ink = None, "none"
    else:
        ink = "dark" if value <= dark_text_until(_DOMAIN) else "light"
    return {
        "system": system,
        "metric": metric.upper(),
        "value": value,
        "label": MISSING if value is None else printed(value, 1),
        "ink": ink,
    }


def _subtitle(shown: pl.DataFrame, others: int, cells: list[dict[str, Any]]) -> list[str]:
    experiment, configuration = shown["experiment"][0], shown["configuration"][0]
    of = f", the largest of {others + 1} experiments" if others else ""
    lines = [
        *wrapped(f"Experiment {shortened([experiment], 56)[experiment]}{of}", 96),
        *wrapped(f"Judge configuration {configuration}; mean of {runs_in_words(shown)}", 96),
        "Released formulas of run means, strict reading of replies",
    ]
    if any(cell["value"] is None for cell in cells):
        lines.append(f"{MISSING}  no value could be computed")
    return lines


def mer_bench_rfs_by_category(marts: Marts) -> Any:
    """RFS of every system in every category: one row of dots per category, one panel per axis."""
    rows = printed_rows(marts, "mer_bench_figure_5").filter((pl.col("metric") == "rfs") & (pl.col("panel") != "o"))
    shown = _largest(rows, "configuration")[0].filter(pl.col("mean_pct").is_not_null()) if len(rows) else rows
    if shown.is_empty():
        raise NothingToShowError("marts.mer_bench_figure_5 has no RFS: no output could be scored.")
    configuration = shown["configuration"][0]
    names = (
        shown.group_by("system_id")
        .agg(pl.col("mean_pct").mean())
        .sort(["mean_pct", "system_id"], descending=[True, False])
    )
    labels = shortened(names["system_id"].to_list(), 44)
    systems = list(labels.values())
    cells = [
        {
            "system": labels[row["system_id"]],
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
    shown = _largest(rows, "configuration", "experiment")[0].filter(pl.col("mean_pct").is_not_null())
    if shown.is_empty():
        raise NothingToShowError("marts.mer_bench_table_2 has no value: no output could be scored.")
    ranking = shown.filter(pl.col("metric") == "rfs").sort(["mean_pct", "system_id"], descending=[True, False])
    labels = shortened(ranking["system_id"].to_list(), 44)
    cells = [
        {
            "system": labels[row["system_id"]],
            "component": _COMPONENTS[row["metric"]],
            "value": row["mean_pct"],
            "low": row["mean_pct"] - (row["sd_pct"] or 0.0),
            "high": row["mean_pct"] + (row["sd_pct"] or 0.0),
        }
        for row in shown.iter_rows(named=True)
        if row["system_id"] in labels
    ]
    systems = list(labels.values())
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
        f"Mean over {runs} {shown['run_source'][0]} runs, released formulas of run means; judge configuration "
        f"{shown['configuration'][0]}.",
        "Bars: standard deviation over runs, a spread over subsets and no standard error.",
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


def mer_bench_score_dots(marts: Marts) -> Any:
    """Every system's mean RFS as a dot with its 95 % interval."""
    return score_dots(marts, HEADLINES["mer_bench"])


def mer_bench_ranks(marts: Marts) -> Any:
    """Every system's rank by mean RFS with the ranks that the tests leave for it."""
    return rank_intervals(marts, HEADLINES["mer_bench"])
