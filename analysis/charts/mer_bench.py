"""MER-Bench's charts."""

from __future__ import annotations

import math
from typing import Any

import altair as alt
import polars as pl

from analysis.charts.theme import MUTED, dark_text_until, ramp, shortened, themed, wrapped
from analysis.marts import Marts
from analysis.mer_bench import METRICS, printed_rows, runs_in_words
from analysis.numbers import printed
from analysis.tables.model import MISSING

#: Each part stands apart: its axis title and its metrics. The arrow says that higher is better.
_PARTS = (("Fine metrics, % ↑", METRICS[:8]), ("Aggregates, % ↑", METRICS[8:11]), ("Overall, % ↑", METRICS[11:]))
_DOMAIN = (0.0, 100.0)


def mer_bench_heat_map(marts: Marts) -> Any:
    """Systems by metrics, mean percent; aggregates and the overall score stand apart.

    Shows the experiment with the most scored outputs. Raises NothingToShowError when no row is printed by default.
    """
    rows = printed_rows(marts, "mer_bench_table_2")
    shown, others = _largest(rows)
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


def _largest(rows: pl.DataFrame) -> tuple[pl.DataFrame, int]:
    """Return the rows of the experiment with the most scored outputs, and how many other experiments there are."""
    keys = ["configuration", "experiment"]
    sizes = rows.group_by(keys).agg(pl.col("output_count").sum().alias("size"))
    first = sizes.sort(["size", *keys], descending=[True, False, False], nulls_last=True).row(0, named=True)
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
        *wrapped(f"Experiment {shortened([experiment], 56)[experiment]}{of}; judge configuration {configuration}", 96),
        *wrapped(f"Mean of {runs_in_words(shown)}; released formulas of run means, strict reading of replies", 96),
    ]
    if any(cell["value"] is None for cell in cells):
        lines.append(f"{MISSING}  no value could be computed")
    return lines
