"""ArtECulture's charts, with labels in the cultures' own scripts."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from analysis.arteculture import MAIN, OWN_SET, SETTINGS, culture_name, cultures, label_shares, some
from analysis.charts.statistics import rank_intervals, score_dots
from analysis.charts.theme import INK, MUTED, RAMP, dark_text_until, ramp, shortened, themed, wrapped
from analysis.headlines import HEADLINES
from analysis.marts import Marts
from analysis.numbers import printed

#: Colour, shape and size of each setting: apart in hue, lightness and shape; a later one leaves an earlier one seen.
_MARKS = {"orig": ("#a9b4be", "circle", 120), "know": ("#d08a1d", "diamond", 100), "sft": (RAMP[1], "square", 34)}


def arteculture_accuracy_gains(marts: Marts) -> Any:
    """Accuracy of every model under orig, know and sft as joined dots, one panel per culture and one over all.

    Models stand by their best overall accuracy. Raises NothingToShowError when no model has an answer.
    """
    rows = marts.frame("arteculture_accuracy").filter(
        (pl.col("split") == "all") & (pl.col("region") == "all") & (pl.col("evaluation_set") == OWN_SET)
        & ((pl.col("prompt_language") == pl.col("culture")) | (pl.col("prompt_language") == "own"))
        & pl.col("setting").is_in(MAIN) & pl.col("accuracy_unit").is_not_null()
    )  # fmt: skip
    some(rows, "arteculture_accuracy")
    overall = rows.filter(pl.col("culture") == "all")
    overall = rows if overall.is_empty() else overall
    best = overall.group_by("model").agg(pl.col("accuracy_unit").max())
    models = best.sort(["accuracy_unit", "model"], descending=[True, False])["model"].to_list()
    names = shortened(models, 40)
    shown = [setting for setting in MAIN if setting in set(rows["setting"])]
    panels = []
    for number, culture in enumerate(cultures(rows["culture"])):
        own = rows.filter(pl.col("culture") == culture)
        dots = [
            {
                "model": names[r["model"]],
                "setting": SETTINGS[r["setting"]],
                "value": 100 * r["accuracy_unit"],
                "size": _MARKS[setting][2],
            }
            for setting in shown
            for r in own.filter(pl.col("setting") == setting).iter_rows(named=True)
        ]
        name = "All cultures" if culture == "all" else culture_name(culture)
        panels.append(_dumbbells(name, dots, list(names.values()), shown, number == 0))
    answers = int(overall["prediction_count"].sum())
    note = wrapped(
        f"Share of answers that equal the culture's label, {answers:,} answers to prompts in the culture's language; "
        "unreadable answers are wrong. Models stand by their best overall accuracy.",
        140,
    )
    title = alt.TitleParams("ArtECulture: accuracy of every model in every culture", subtitle=note)
    return themed(alt.hconcat(*panels, spacing=22, title=title))


def _dumbbells(title: str, dots: list[dict[str, Any]], models: list[str], shown: list[str], is_first: bool) -> Any:
    """Return one culture's panel; the first also names the models and holds the legend."""
    y = alt.Y("model:N", sort=models, scale=alt.Scale(domain=models), title=None,
              axis=alt.Axis(labels=is_first, grid=True, gridColor="#eceff2", labelPadding=12))  # fmt: skip
    base = alt.Chart(alt.InlineData(values=dots))
    x_axis = alt.Axis(values=[0, 25, 50, 75, 100], grid=True, gridColor="#eceff2", labelFlush=False)
    lines = base.mark_rule(strokeWidth=1.5, color="#c3cad1").encode(
        y=y, x=alt.X("min(value):Q", scale=alt.Scale(domain=[0, 100]), title="accuracy, % ↑", axis=x_axis),
        x2="max(value):Q",
    )  # fmt: skip
    names = [SETTINGS[setting] for setting in shown]
    legend = alt.Legend(title=None, orient="bottom", direction="horizontal", symbolSize=70, offset=10)
    points = base.mark_point(filled=True, opacity=1).encode(
        y=y,
        x=alt.X("value:Q"),
        color=alt.Color(
            "setting:N", scale=alt.Scale(domain=names, range=[_MARKS[s][0] for s in shown]),
            legend=legend if is_first else None,
        ),
        size=alt.Size("size:Q", scale=None, legend=None),
        shape=alt.Shape(
            "setting:N", scale=alt.Scale(domain=names, range=[_MARKS[s][1] for s in shown]),
            legend=legend if is_first else None,
        ),
    )  # fmt: skip
    head = alt.TitleParams(title, fontSize=12, fontWeight="normal", anchor="start", frame="group", offset=8)
    return alt.layer(lines, points).properties(width=165, height=alt.Step(20), title=head)


def arteculture_transitions(marts: Marts) -> Any:
    """The label of one culture by the label of another, shares within rows, one matrix per ordered pair of cultures.

    Labels stand in each culture's own script. Raises NothingToShowError when no image has a label in every culture.
    """
    rows = marts.frame("label_transitions").filter(
        (pl.col("benchmark") == "arteculture") & (pl.col("policy") == "strict")
    )
    some(rows, "label_transitions")
    names = label_shares(marts)
    shown = [culture for culture in cultures(names["culture"]) if culture in set(rows["panel_a"])]
    panels = [
        _matrix(rows.filter((pl.col("panel_a") == first) & (pl.col("panel_b") == second)), names, first, second)
        for first in shown
        for second in shown
        if second != first
    ]
    count = int(rows.filter((pl.col("panel_a") == shown[0]) & (pl.col("panel_b") == shown[1]))["item_count"].sum())
    note = wrapped(
        f"Of the images with the row's label in one culture, percent with the column's label in the other, over "
        f"{count:,} images with a label in every culture. Outlined: the same label; n beside each row.",
        110,
    )
    title = alt.TitleParams("ArtECulture: one image, two cultures", subtitle=note)
    # Plots stand below each other whatever the length of their labels.
    return themed(alt.concat(*panels, columns=len(shown) - 1, align="each", spacing=26, title=title))


def _matrix(rows: pl.DataFrame, names: pl.DataFrame, first: str, second: str) -> Any:
    """Return the matrix of one ordered pair of cultures, every label of the scale, empty where there is no image."""
    own, other = (names.filter(pl.col("culture") == culture) for culture in (first, second))
    found = {(r["label_a"], r["label_b"]): r for r in rows.iter_rows(named=True)}
    totals = {a: sum(r["item_count"] for (label, _), r in found.items() if label == a) for a in own["label"]}
    row_names = {r["label"]: f"{r['native_name']}  {totals[r['label']]:,}" for r in own.iter_rows(named=True)}
    column_names = dict(other.select("label", "native_name").iter_rows())
    cells = []
    for a, row_name in row_names.items():
        for b, column_name in column_names.items():
            share = found[a, b]["share"] if (a, b) in found else 0.0 if totals[a] else None
            ink = "none" if share is None else "dark" if 100 * share <= dark_text_until((0, 100)) else "light"
            cells.append(
                {
                    "row": row_name, "column": column_name, "value": None if share is None else 100 * share,
                    "shown": "–" if share is None else printed(100 * share, 0), "ink": ink, "is_same": a == b,
                }
            )  # fmt: skip
    base = alt.Chart(alt.InlineData(values=cells)).encode(
        x=alt.X("column:N", sort=list(column_names.values()),
                axis=alt.Axis(title=_own_name(other), orient="top", labelAngle=-40)),
        y=alt.Y("row:N", sort=list(row_names.values()), axis=alt.Axis(title=_own_name(own))),
    )  # fmt: skip
    squares = base.mark_rect(stroke="white", strokeWidth=1.5).encode(
        color=alt.Color("value:Q", scale=ramp((0, 100)), legend=None)
    )
    same = base.transform_filter("datum.is_same").mark_rect(filled=False, stroke=MUTED, strokeWidth=1)
    inks = (
        alt.when("datum.ink == 'dark'").then(alt.value(INK)).when("datum.ink == 'light'").then(alt.value("#ffffff"))
        .otherwise(alt.value(MUTED))
    )  # fmt: skip
    numbers = base.mark_text(fontSize=10.5).encode(text="shown:N", color=inks)
    return alt.layer(squares, same, numbers).properties(width=alt.Step(32), height=alt.Step(24))


def _own_name(names: pl.DataFrame) -> str:
    """Return a culture's name in English, and in its own script where that differs."""
    english, native = culture_name(names["culture"][0]), names["culture_native_name"][0]
    return english if native == english else f"{english} · {native}"


def arteculture_emotions(marts: Marts) -> Any:
    """Shares of the labels of retained images, one panel per culture, each label in the culture's own script."""
    rows = label_shares(marts).filter((pl.col("culture") != "all") & pl.col("share").is_not_null())
    some(rows, "arteculture_label_shares")
    top = 100 * float(rows["share"].max() or 0.0)  # type: ignore[arg-type]
    panels = []
    for culture in cultures(rows["culture"]):
        own = rows.filter(pl.col("culture") == culture).sort("label_position")
        cells = [
            {"label": r["native_name"], "value": 100 * r["share"], "shown": printed(100 * r["share"], 1)}
            for r in own.iter_rows(named=True)
        ]
        base = alt.Chart(alt.InlineData(values=cells)).encode(
            y=alt.Y("label:N", sort=own["native_name"].to_list(), title=None),
            # Room for the number behind the longest bar.
            x=alt.X("value:Q", scale=alt.Scale(domain=[0, 1.18 * top]), axis=None),
        )
        bars = base.mark_bar(color=RAMP[1], height=15)
        numbers = base.mark_text(align="left", dx=5, fontSize=11, color=INK).encode(text="shown:N")
        head = alt.TitleParams(
            _own_name(own), fontSize=12, fontWeight="normal", anchor="start", frame="group", offset=8
        )
        panels.append(alt.layer(bars, numbers).properties(width=190, height=alt.Step(23), title=head))
    note = (
        f"Percent of {rows['labelled_count'][0]:,} retained images by each culture's majority label, in its own "
        "script; rows are the same emotions in the same order."
    )
    title = alt.TitleParams("ArtECulture: emotions by culture", subtitle=wrapped(note, 100))
    return themed(alt.hconcat(*panels, spacing=26, title=title))


def arteculture_score_dots(marts: Marts) -> Any:
    """Every system's accuracy per setting as a dot with its 95 % interval."""
    return score_dots(marts, HEADLINES["arteculture"])


def arteculture_ranks(marts: Marts) -> Any:
    """Every system's rank by accuracy per setting with the ranks that the tests leave for it."""
    return rank_intervals(marts, HEADLINES["arteculture"])
