"""The judge held against the experts, as pictures."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from analysis.charts.theme import MUTED, RAMP, themed, wrapped
from analysis.errors import NothingToShowError
from analysis.marts import Marts
from analysis.mer_bench import METRICS
from analysis.numbers import printed
from analysis.tables.model import MISSING

PREFERRED = "RF-VF"
#: Metrics on the scale 1 to 5; the others lie in [0, 1].
_POINTS = ("vgq", "vea", "tgq", "tea", "hgq", "pes")
_SIDE, _LINE, _COLUMNS = 128, "#eceff2", 4


def mer_bench_judge_panels(marts: Marts) -> Any:
    """The judge's scores against the experts' mean, a panel per metric with its rank correlation.

    One judge and configuration: RF-VF where it was judged, else the one with the most pairs. Raises NothingToShowError
    when no output has scores of both.
    """
    pairs = marts.frame("mer_bench_judge_pairs").filter(
        pl.col("judge_score").is_not_null() & pl.col("expert_mean").is_not_null()
    )
    if pairs.is_empty():
        raise NothingToShowError("marts.mer_bench_judge_pairs has no pair of scores: no output was scored by both.")
    sizes = pairs.group_by("judge_id", "configuration").len()
    ranked = sizes.with_columns((pl.col("configuration") == PREFERRED).alias("is_preferred")).sort(
        ["is_preferred", "len", "judge_id", "configuration"], descending=[True, True, False, False]
    )
    judge, configuration = ranked.select("judge_id", "configuration").row(0)
    is_shown = (pl.col("judge_id") == judge) & (pl.col("configuration") == configuration)
    shown = pairs.filter(is_shown)
    found = {row["metric"]: row for row in _correlations(marts, is_shown).iter_rows(named=True)}
    # Areas are in proportion to counts, alike in all panels.
    largest = int(shown.group_by("metric", "judge_score", "expert_mean").len()["len"].to_numpy().max())
    metrics = [metric for metric in METRICS if metric in set(shown["metric"])]
    panels = [
        _panel(metric, shown.filter(pl.col("metric") == metric), found.get(metric), largest, number)
        for number, metric in enumerate(metrics)
    ]
    experts = shown["expert_count"]
    fewest, most = min(experts), max(experts)
    counts = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    mean = found.get("mean")
    over = f" Mean SRCC over the six metrics with points: {_value(mean)}." if mean is not None else ""
    others = len(ranked) - 1
    more = f", one of {others + 1} that were judged" if others else ""
    note = wrapped(
        f"Judged by {judge}, configuration {configuration}{more}. One circle: outputs with the same two scores, its "
        f"area their number; the dashed line is equality. The mean is over {counts} experts. SRCC: Spearman's rank "
        f"correlation with its 95 % interval, n outputs.{over}",
        110,
    )
    title = alt.TitleParams("MER-Bench: the judge against the experts", subtitle=note)
    return themed(alt.concat(*panels, columns=_COLUMNS, align="each", spacing=26, title=title))


def _correlations(marts: Marts, is_shown: pl.Expr) -> pl.DataFrame:
    rows = marts.frame("mer_bench_judge_validation", ("statistic", "value", "ci_low", "ci_high", "n"))
    return rows.filter(is_shown & (pl.col("statistic") == "srcc"))


def _value(row: dict[str, Any] | None) -> str:
    """Return a correlation with its interval: `0.81 [0.74, 0.87]`, or a dash."""
    if row is None or row["value"] is None:
        return MISSING
    value = printed(row["value"], 2)
    if row["ci_low"] is None or row["ci_high"] is None:
        return value
    return f"{value} [{printed(row['ci_low'], 2)}, {printed(row['ci_high'], 2)}]"


def _panel(metric: str, rows: pl.DataFrame, correlation: dict[str, Any] | None, largest: int, number: int) -> Any:
    """Return one metric's panel; the panels of the first column name the vertical axis."""
    low, high = (1.0, 5.0) if metric in _POINTS else (0.0, 1.0)
    counted = rows.group_by("judge_score", "expert_mean").len().sort("judge_score", "expert_mean")
    dots = [
        {"judge": r["judge_score"], "experts": r["expert_mean"], "count": r["len"]}
        for r in counted.iter_rows(named=True)
    ]
    room = 0.08 * (high - low)
    scale = alt.Scale(domain=[low - room, high + room], nice=False)
    ticks = [1.0, 2.0, 3.0, 4.0, 5.0] if metric in _POINTS else [0.0, 0.5, 1.0]
    axis = alt.Axis(values=ticks, grid=True, gridColor=_LINE, labelFlush=False, format="~g", labelOverlap=False)
    # Both layers carry the same axes: one without would thin out the labels.
    x = alt.X("experts:Q", scale=scale, title="experts' mean", axis=axis)
    y = alt.Y("judge:Q", scale=scale, title="judge" if number % _COLUMNS == 0 else None, axis=axis)
    ends = [{"experts": end, "judge": end} for end in (low, high)]
    equal = alt.Chart(alt.InlineData(values=ends)).mark_line(color=MUTED, strokeDash=[4, 3], strokeWidth=1)
    points = (
        alt.Chart(alt.InlineData(values=dots))
        .mark_circle(color=RAMP[1], opacity=0.55)
        .encode(
            x=x,
            y=y,
            size=alt.Size("count:Q", scale=alt.Scale(domain=[0, largest], range=[0, 420]), legend=None),
        )
    )
    title = alt.TitleParams(
        metric.upper(), subtitle=[f"SRCC {_value(correlation)}, n {rows.height}"], fontSize=12, subtitleFontSize=10.5,
        anchor="start", frame="group", offset=6, subtitlePadding=2,
    )  # fmt: skip
    return alt.layer(equal.encode(x=x, y=y), points).properties(width=_SIDE, height=_SIDE, title=title)
