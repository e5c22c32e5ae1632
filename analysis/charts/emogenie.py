"""EmoGenie's charts."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from analysis.charts.statistics import rank_intervals, score_dots
from analysis.charts.theme import INK, MUTED, RAMP, dark_text_until, ramp, shortened, themed
from analysis.errors import NothingToShowError
from analysis.headlines import HEADLINES
from analysis.marts import Marts
from analysis.numbers import printed
from analysis.tables.emogenie import DIMENSIONS, FORMATS, PERSPECTIVES

_DOMAIN = (0.0, 100.0)
_NAME_WIDTH = 32
_LIGHT = "#b9c3cc"
_LINES = alt.Axis(grid=True, gridColor="#eceff2")
_SHARE = alt.Legend(
    title="share of the prompted emotion's images, %", orient="bottom", direction="horizontal", gradientLength=220,
    gradientThickness=10, values=[0, 25, 50, 75, 100],
)  # fmt: skip
#: Two marks that differ in shape and lightness, not in hue alone.
_COEFFICIENTS = {"srcc": "SRCC (ranks)", "plcc": "PLCC (linear)"}


def _landed(rows: pl.DataFrame, mart: str) -> pl.DataFrame:
    if rows.is_empty():
        raise NothingToShowError(f"marts.{mart} has no rows. Land EmoGenie's files, then run dbt build.")
    return rows


def _base(cells: list[dict[str, Any]]) -> Any:
    return alt.Chart(alt.InlineData(values=cells))


def _ranked(rows: pl.DataFrame, name: str, value: str) -> list[str]:
    """Return names by the mean of their values from high to low, those without one last, then by name."""
    means = rows.group_by(name).agg(pl.col(value).mean())
    ranked: list[str] = means.sort([value, name], descending=[True, False], nulls_last=True)[name].to_list()
    return ranked


def _title(text: str, *lines: str) -> Any:
    return alt.TitleParams(text, subtitle=list(lines))


def _matrix(own: pl.DataFrame, *, cell: tuple[int, int], is_large: bool) -> Any:
    """Return one confusion matrix: a square per share; a large one has titled axes and its percents written in it."""
    cells = [
        {"prompted": r["prompted_label"], "assigned": r["assigned_label"], "value": 100 * r["share"],
         "shown": printed(100 * r["share"], 0), "is_dark": 100 * r["share"] > dark_text_until(_DOMAIN)}
        for r in own.iter_rows(named=True)
    ]  # fmt: skip
    labels = own.sort("assigned_position")["assigned_label"].unique(maintain_order=True).to_list()
    # Equal extents, so that matrices with longer and shorter labels stand at one height and in one column.
    top = alt.Axis(orient="top", labelAngle=-45, minExtent=68 if is_large else 62)
    side = alt.Axis(minExtent=80)
    base = _base(cells).encode(
        x=alt.X("assigned:N", sort=labels, title="assigned" if is_large else None, axis=top),
        y=alt.Y("prompted:N", sort=labels, title="prompted" if is_large else None, axis=side),
    )
    squares = base.mark_rect(stroke="white", strokeWidth=1.5).encode(
        color=alt.Color("value:Q", scale=ramp(_DOMAIN), legend=_SHARE)
    )
    numbers = base.mark_text(fontSize=10.5).encode(
        text="shown:N", color=alt.condition("datum.is_dark", alt.value("#ffffff"), alt.value("#000000"))
    )
    layered = alt.layer(squares, numbers) if is_large else alt.layer(squares)
    return layered.properties(width=alt.Step(cell[0]), height=alt.Step(cell[1]))


def _confusion(marts: Marts) -> pl.DataFrame:
    rows = marts.frame("emogenie_confusion").filter(
        (pl.col("tie_credit") == "fractional") & pl.col("share").is_not_null()
    )
    return _landed(rows, "emogenie_confusion")


def emogenie_confusion(marts: Marts) -> Any:
    """Prompted by assigned emotion, every image model pooled, one matrix per perspective."""
    rows = _confusion(marts).filter(pl.col("system_id") == "all")
    panels = [
        _matrix(own, cell=(36, 27), is_large=True).properties(title=perspective)
        for perspective in PERSPECTIVES
        if not (own := rows.filter(pl.col("perspective") == perspective)).is_empty()
    ]
    title = _title(
        "EmoGenie: where images of each prompted emotion end up",
        "Every image model pooled; tied labels share an image; rows sum to 100.",
    )
    return themed(alt.hconcat(*panels, title=title, spacing=28))


def emogenie_confusion_by_model(marts: Marts) -> Any:
    """Prompted by assigned emotion of each image model, one row of matrices per perspective."""
    rows = _confusion(marts).filter(pl.col("system_id") != "all")
    grids = []
    for perspective in PERSPECTIVES:
        own = rows.filter(pl.col("perspective") == perspective)
        systems = own["system_id"].unique().sort().to_list()
        labels = shortened(systems, 24)
        panels = [
            _matrix(own.filter(pl.col("system_id") == s), cell=(15, 15), is_large=False).properties(
                title=alt.TitleParams(labels[s], fontSize=12)
            )
            for s in systems
        ]
        if panels:
            grids.append(alt.concat(*panels, columns=4, spacing=20, title=perspective))
    title = _title(
        "EmoGenie: where each image model's images end up",
        "Rows: the prompted emotion, columns: the assigned one; tied labels share an image; rows sum to 100.",
    )
    return themed(alt.vconcat(*grids, title=title, spacing=30))


def emogenie_alignment_bars(marts: Marts) -> Any:
    """Target alignment of every image model as bars, one panel per perspective; a tick for alignment on votes."""
    rows = marts.frame("emogenie_alignment").filter(
        (pl.col("breakdown") == "all")
        & pl.col("tie_credit").is_in(["fractional", "votes"])
        & pl.col("alignment_unit").is_not_null()
    )
    rows = _landed(rows, "emogenie_alignment")
    main = rows.filter(pl.col("tie_credit") == "fractional")
    systems = _ranked(main, "system_id", "alignment_unit")
    labels = shortened(systems, _NAME_WIDTH)
    votes = {
        (r["perspective"], r["system_id"]): 100 * r["alignment_unit"]
        for r in rows.filter(pl.col("tie_credit") == "votes").iter_rows(named=True)
    }
    cells = [
        {"system": labels[r["system_id"]], "perspective": r["perspective"], "value": 100 * r["alignment_unit"],
         "shown": printed(100 * r["alignment_unit"], 1), "votes": votes.get((r["perspective"], r["system_id"]))}
        for r in main.iter_rows(named=True)
    ]  # fmt: skip
    base = _base(cells).encode(y=alt.Y("system:N", sort=[labels[s] for s in systems], title=None))
    x = alt.X(
        "value:Q",
        scale=alt.Scale(domain=[0, 108]),
        title="images whose label is the prompted emotion, % ↑",
        axis=alt.Axis(values=[0, 25, 50, 75, 100], grid=True, gridColor="#eceff2", labelFlush=False),
    )
    bars = base.mark_bar(color=RAMP[1], height=13).encode(x=x)
    numbers = base.mark_text(align="left", dx=4, fontSize=10.5, color=INK).encode(x="value:Q", text="shown:N")
    ticks = base.mark_tick(color="#f2a33a", thickness=2.5, size=17, opacity=1).encode(x="votes:Q")
    chart = (
        alt.layer(bars, ticks, numbers)
        .properties(width=280, height=alt.Step(22))
        .facet(
            column=alt.Column("perspective:N", sort=list(PERSPECTIVES), header=alt.Header(labelFontSize=12.5)),
            spacing=22,
            title=_title(
                "EmoGenie: how often the seen emotion is the prompted one",
                "Bars: a tied image counts 1 / number of tied labels. Orange ticks: mean share of an image's votes.",
            ),
        )
    )
    return themed(chart)


def emogenie_aesthetics(marts: Marts) -> Any:
    """Mean aesthetic scores of every image model's images as boxes, both perspectives beside each other."""
    rows = _landed(
        marts.frame("emogenie_mos", ("minimum", "maximum")).filter(
            (pl.col("dimension") == "aesthetics") & (pl.col("screening") == "none")
        ),
        "emogenie_mos",
    )
    return themed(
        _boxes(
            rows,
            (1, 5),
            "image's mean aesthetic rating, 1 to 5 ↑",
            _title(
                "EmoGenie: aesthetic quality of each image model's images",
                "Box: quartiles and median over images; dot: mean; line: lowest to highest image.",
            ),
            pl.col("perspective"),
            list(PERSPECTIVES),
        )
    )


def emogenie_affect(marts: Marts) -> Any:
    """Mean valence, arousal and dominance of every image model's evoked images as boxes."""
    dimensions = ["valence", "arousal", "dominance"]
    rows = _landed(
        marts.frame("emogenie_mos", ("minimum", "maximum")).filter(
            pl.col("dimension").is_in(dimensions) & (pl.col("screening") == "none")
        ),
        "emogenie_mos",
    )
    return themed(
        _boxes(
            rows,
            (1, 9),
            "image's mean rating, 1 to 9",
            _title(
                "EmoGenie: affect that each image model's images evoke",
                "Box: quartiles and median over images; dot: mean; line: lowest to highest image.",
            ),
            pl.col("dimension"),
            dimensions,
        )
    )


def _boxes(rows: pl.DataFrame, scale: tuple[int, int], axis: str, title: Any, panel: pl.Expr, order: list[str]) -> Any:
    """Return boxes of every image model over a rating scale, one panel per value of an expression."""
    systems = _ranked(rows, "system_id", "median")
    labels = shortened(systems, _NAME_WIDTH)
    names = ("minimum", "q1", "median", "q3", "maximum", "mean")
    cells = [
        {"system": labels[r["system_id"]], "panel": r["panel"], **{name: r[name] for name in names}}
        for r in rows.with_columns(panel.alias("panel")).iter_rows(named=True)
    ]
    base = _base(cells).encode(y=alt.Y("system:N", sort=[labels[s] for s in systems], title=None))
    ticks = alt.Axis(
        values=list(range(scale[0], scale[1] + 1)), grid=True, gridColor="#eceff2", labelFlush=False, format="d"
    )
    x = alt.X("minimum:Q", scale=alt.Scale(domain=list(scale)), title=axis, axis=ticks)
    lines = base.mark_rule(color=MUTED, strokeWidth=1).encode(x=x, x2="maximum:Q")
    boxes = base.mark_bar(color=_LIGHT, height=12).encode(x=alt.X("q1:Q"), x2="q3:Q")
    medians = base.mark_tick(color=INK, thickness=2, size=12, opacity=1).encode(x="median:Q")
    means = base.mark_circle(color=RAMP[1], size=36, opacity=1).encode(x="mean:Q")
    return (
        alt.layer(lines, boxes, medians, means)
        .properties(width=250, height=alt.Step(24))
        .facet(column=alt.Column("panel:N", sort=order, header=alt.Header(labelFontSize=12.5)), spacing=22, title=title)
    )


def emogenie_qa_dots(marts: Marts) -> Any:
    """Accuracy of every answering model per dimension and format as dots; the best model overall stands out."""
    rows = marts.frame("emogenie_qa_accuracy").filter(
        (pl.col("split") == "test") & (pl.col("rule") == "micro") & pl.col("accuracy_unit").is_not_null()
    )
    rows = _landed(rows, "emogenie_qa_accuracy")
    overall = rows.filter(*(pl.col(name) == "all" for name in ("perspective", "dimension", "format")))
    # Without an overall accuracy no model is the best one.
    best = next(iter(_ranked(overall, "model", "accuracy_unit")), None)
    shown = rows.filter(
        (pl.col("perspective") != "all") & (pl.col("dimension") != "all") & pl.col("format").is_in(FORMATS)
    )
    cells = [
        {"asked": f"{r['dimension'].replace('_', ' ')}, {r['format']}", "perspective": r["perspective"],
         "value": 100 * r["accuracy_unit"], "is_best": r["model"] == best}
        for r in shown.iter_rows(named=True)
    ]  # fmt: skip
    order = sorted({cell["asked"] for cell in cells}, key=lambda asked: (asked.rsplit(", ", 1)[1] != "single", asked))
    base = _base(cells).encode(
        x=alt.X(
            "value:Q",
            scale=alt.Scale(domain=list(_DOMAIN)),
            title="exact-match accuracy, % ↑",
            axis=alt.Axis(values=[0, 25, 50, 75, 100], grid=True, gridColor="#eceff2", labelFlush=False),
        ),
        y=alt.Y("asked:N", sort=order, title=None, axis=_LINES),
    )
    others = base.transform_filter("!datum.is_best").mark_circle(size=46, color=MUTED, opacity=0.45)
    first = base.transform_filter("datum.is_best").mark_square(size=62, color=RAMP[1], opacity=1)
    chart = (
        alt.layer(others, first)
        .properties(width=280, height=alt.Step(24))
        .facet(
            column=alt.Column("perspective:N", sort=list(PERSPECTIVES), header=alt.Header(labelFontSize=12.5)),
            spacing=22,
            title=_title(
                "EmoGenie: accuracy by what is asked",
                "Closed test questions; one dot a model."
                + (f" Dark squares: {shortened([best], 56)[best]}, best over all." if best else ""),
            ),
        )
    )
    return themed(chart)


def emogenie_assessment_dots(marts: Marts) -> Any:
    """Correlation of every model's predictions with mean opinion scores as dots, one panel per dimension."""
    rows = marts.frame("emogenie_assessment").filter(pl.col("value").is_not_null())
    rows = _landed(rows, "emogenie_assessment")
    overall = rows.filter((pl.col("dimension") == "mean") & (pl.col("coefficient") == "srcc"))
    ranked = _ranked(overall, "model", "value")
    models = ranked + sorted(set(rows["model"]) - set(ranked))
    labels = shortened(models, _NAME_WIDTH)
    cells = [
        {"model": labels[r["model"]], "dimension": r["dimension"], "value": r["value"],
         "coefficient": _COEFFICIENTS[r["coefficient"]]}
        for r in rows.iter_rows(named=True)
        if r["coefficient"] in _COEFFICIENTS
    ]  # fmt: skip
    low = min(0.0, *(cell["value"] for cell in cells))
    names = list(_COEFFICIENTS.values())
    dots = (
        _base(cells)
        .mark_point(size=44, filled=True, opacity=1)
        .encode(
            x=alt.X(
                "value:Q",
                scale=alt.Scale(domain=[-1 if low < -0.5 else -0.5 if low < 0 else 0, 1]),
                title="correlation ↑",
                axis=alt.Axis(values=[-1, -0.5, 0, 0.5, 1], grid=True, gridColor="#eceff2", labelFlush=False),
            ),
            y=alt.Y("model:N", sort=[labels[m] for m in models], title=None, axis=_LINES),
            color=alt.Color("coefficient:N", scale=alt.Scale(domain=names, range=[RAMP[1], "#e08a1e"]), legend=_KEY),
            shape=alt.Shape("coefficient:N", scale=alt.Scale(domain=names, range=["circle", "diamond"]), legend=_KEY),
        )
    )  # fmt: skip
    chart = dots.properties(width=130, height=alt.Step(20)).facet(
        column=alt.Column("dimension:N", sort=list(DIMENSIONS), header=alt.Header(labelFontSize=12.5)),
        # Wide enough that the last label of an axis and the first of the next stand apart.
        spacing=34,
        title=_title(
            "EmoGenie: predicted against mean opinion scores",
            "A missing dot: no correlation is defined. The last panel is the unweighted mean of the four.",
        ),
    )
    return themed(chart)


_KEY = alt.Legend(title=None, orient="bottom", direction="horizontal")


def emogenie_score_dots(marts: Marts) -> Any:
    """Every system's target alignment per perspective as a dot with its 95 % interval."""
    return score_dots(marts, HEADLINES["emogenie"])


def emogenie_ranks(marts: Marts) -> Any:
    """Every system's rank by target alignment per perspective with the ranks that the tests leave for it."""
    return rank_intervals(marts, HEADLINES["emogenie"])
