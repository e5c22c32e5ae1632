"""MaMe-Re's charts: what systems choose, and how well they choose in retrieved sets and pools."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from analysis.charts.statistics import rank_intervals, score_dots
from analysis.charts.theme import INK, MUTED, ramp, shortened, themed
from analysis.errors import NothingToShowError
from analysis.headlines import HEADLINES
from analysis.marts import Marts
from analysis.tables.mame_re import curve_rows, landed, leaderboard_rows

#: Told apart by the colour-blind (Okabe and Ito), each with a shape of its own for grey print.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f")
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
_REFERENCES = {"random": "Random (exact)", "oracle": "Oracle (exact)"}


def mame_re_figure_4b(marts: Marts) -> Any:
    """Figure 4 (b): scores of the chosen memes with and without panel descriptions, model by model."""
    pairs = marts.frame("mame_re_description_effects").filter(pl.col("status") == "ok")
    shown = []
    for row in landed(pairs, "mame_re_description_effects").iter_rows(named=True):
        heading = f"{row['base_model']} ({row['method']})"
        shown += [(row["system_with"], heading, "with"), (row["system_without"], heading, "without")]
    title = "MaMe-Re: what is chosen with and without panel descriptions"
    return _distribution(marts, shown, title)


def mame_re_figure_4c(marts: Marts) -> Any:
    """Figure 4 (c): scores of the memes that language models chose."""
    return _distribution(marts, _of_method(marts, "preference"), "MaMe-Re: what language models choose")


def mame_re_figure_4d(marts: Marts) -> Any:
    """Figure 4 (d): scores of the memes that are nearest in embeddings."""
    return _distribution(marts, _of_method(marts, "similarity"), "MaMe-Re: what embeddings choose")


def mame_re_figure_7(marts: Marts) -> Any:
    """Figure 7: scores of the memes chosen by the best system of similarity and the best of preference."""
    shown = []
    for method in ("similarity", "preference"):
        system, _, label = _of_method(marts, method)[0]
        shown.append((system, method, label))
    return _distribution(marts, shown, "MaMe-Re: the best of each method")


def _of_method(marts: Marts, method: str) -> list[tuple[str, str, str]]:
    """Return (system, no heading, its label) of a method's systems with a score, best first."""
    rows = leaderboard_rows(marts).filter((pl.col("method") == method) & pl.col("score_at_1").is_not_null())
    systems = rows["system_id"].to_list()
    if not systems:
        raise NothingToShowError(
            f"marts.mame_re_leaderboard has no scored system of method {method}. Land systems.csv and its outputs."
        )
    return [(system, "", label) for system, label in shortened(systems, 44).items()]


def _distribution(marts: Marts, shown: list[tuple[str, str, str]], title: str) -> Any:
    """Return bars of shares by score: one bar per (system, heading, label), bars of one heading together."""
    rows = marts.frame("mame_re_score_distribution").filter(pl.col("score").is_not_null())
    rows = landed(rows, "mame_re_score_distribution")
    by_system = rows.partition_by("system_id", as_dict=True)
    means = dict(leaderboard_rows(marts).filter(~pl.col("is_reference")).select("system_id", "score_at_1").iter_rows())
    cells, order = [], []
    for system, heading, label in shown:
        own = by_system.get((system,))
        if own is None:
            continue
        order.append(label)
        start = 0.0
        for row in own.sort("score").iter_rows(named=True):
            end = start + 100 * row["share"]
            cells.append(
                {"system": label, "heading": heading, "score": row["score"], "start": start, "end": min(end, 100.0),
                 "mean": means.get(system)}
            )  # fmt: skip
            start = end
    headings = list(dict.fromkeys(cell["heading"] for cell in cells))
    if not cells:
        raise NothingToShowError("marts.mame_re_score_distribution has no choice of these systems.")
    legend = alt.Legend(
        title="funniness of the chosen meme", orient="bottom", direction="horizontal", gradientLength=220,
        gradientThickness=10, values=[0, 0.2, 0.4, 0.6, 0.8, 1], format=".1f",
    )  # fmt: skip
    axis = alt.Axis(values=[0, 25, 50, 75, 100], ticks=True, title="share of choices, %, funnier to the right")
    base = alt.Chart(alt.InlineData(values=cells)).encode(
        y=alt.Y("system:N", sort=list(dict.fromkeys(order)), title=None)
    )
    bars = base.mark_bar(stroke="#9aa5b1", strokeWidth=0.5).encode(
        x=alt.X("start:Q", scale=alt.Scale(domain=[0, 100]), axis=axis),
        x2="end:Q",
        color=alt.Color("score:Q", scale=ramp((0, 1)), legend=legend),
    )
    scores = base.transform_filter("datum.start == 0").mark_text(align="left", dx=6, color=INK).encode(
        x=alt.datum(100), text=alt.Text("mean:Q", format=".3f")
    )  # fmt: skip
    layered = alt.layer(bars, scores).properties(width=360, height=alt.Step(22))
    subtitle = "Right of each bar: Score@1, the mean funniness; failed responses are left out."
    words = alt.TitleParams(title, subtitle=[subtitle])
    if headings == [""]:
        return themed(layered.properties(title=words))
    header = alt.Header(labelAngle=0, labelAnchor="start", labelOrient="top")
    by_heading = alt.Row("heading:N", sort=headings, header=header)
    return themed(layered.facet(row=by_heading, spacing=8, title=words).resolve_scale(y="independent"))


def mame_re_figure_5(marts: Marts) -> Any:
    """Figure 5: Score@1 of rerankers by the number of retrieved memes, between choosing blindly and choosing best."""
    rows = curve_rows(marts)
    alone = {r["retriever"]: r["standalone_score_at_1"] for r in rows.iter_rows(named=True)}
    title = alt.TitleParams(
        "MaMe-Re: choosing among the k memes that are retrieved first",
        subtitle=["Dashed: the retriever alone; failed responses are left out. A logarithmic axis."],
    )
    sizes = rows["k"].unique().sort().to_list()
    x = alt.X("k:Q", scale=alt.Scale(type="log", base=2, nice=False), title="memes retrieved",
              axis=alt.Axis(values=sizes, ticks=True, format="d", labelOverlap=False, labelFontSize=10.5))  # fmt: skip
    panels = []
    for retriever in sorted(alone):
        own = rows.filter(pl.col("retriever") == retriever)
        rule = alt.Chart(alt.InlineData(values=[{"alone": alone[retriever]}])).mark_rule(
            strokeDash=[6, 4], color=MUTED
        ).encode(y="alone:Q")  # fmt: skip
        panels.append(_lines(own, "k", x, [rule] if alone[retriever] is not None else [], f"retriever {retriever}"))
    return themed(alt.vconcat(*panels, title=title))


def mame_re_figure_6(marts: Marts) -> Any:
    """Figure 6: Score@1 by pool size where one candidate is funny and the rest are less so."""
    rows = marts.frame("mame_re_pool_scores").filter(pl.col("experiment") == "exp3")
    rows = landed(rows, "mame_re_pool_scores")
    x = alt.X("k:O", title="memes in the pool", axis=alt.Axis(labelAngle=0))
    title = alt.TitleParams(
        "MaMe-Re: choosing where one candidate is funny",
        subtitle=["Pools with one funny meme, half unfunny ones, the rest in between; failed responses are left out."],
    )
    return themed(_lines(rows, "k", x, [], "").properties(title=title))


def _lines(rows: pl.DataFrame, key: str, x: Any, under: list[Any], heading: str) -> Any:
    """Return one line per system over a key, exact rows dashed; a lone point is a dot."""
    rows = rows.filter(pl.col("score_at_1").is_not_null())
    names = shortened(rows.filter(~pl.col("is_reference"))["system_id"].unique().sort().to_list(), 36)
    exact = [s for s in ("oracle", "random") if s in rows.filter(pl.col("is_reference"))["system_id"].to_list()]
    labels = [*names.values(), *(_REFERENCES[s] for s in exact)]
    cells = [
        {
            key: row[key],
            "value": row["score_at_1"],
            "line": _REFERENCES[row["system_id"]] if row["is_reference"] else names[row["system_id"]],
            "kind": "exact" if row["is_reference"] else "system",
        }
        for row in rows.iter_rows(named=True)
    ]
    count = len(names)
    colours = [_COLOURS[n % len(_COLOURS)] for n in range(count)] + [MUTED, "#a8b0b8"][: len(exact)]
    # A ninth line has the first colour and the second shape.
    shapes = [_SHAPES[(n + n // len(_SHAPES)) % len(_SHAPES)] for n in range(count)] + ["stroke", "stroke"][
        : len(exact)
    ]
    legend = alt.Legend(title=None, symbolLimit=0, labelLimit=0, columns=1, orient="right")
    base = alt.Chart(alt.InlineData(values=cells)).encode(
        x=x,
        y=alt.Y(
            "value:Q",
            title="Score@1, higher is better",
            scale=alt.Scale(zero=False, nice=True),
            axis=alt.Axis(grid=True, gridColor="#eceff2", format=".2f"),
        ),
        color=alt.Color("line:N", scale=alt.Scale(domain=labels, range=colours), legend=legend),
    )
    lines = base.mark_line(strokeWidth=1.8).encode(
        strokeDash=alt.StrokeDash(
            "kind:N", scale=alt.Scale(domain=["system", "exact"], range=[[1, 0], [2, 3]]), legend=None
        ),
        detail="line:N",
    )
    dots = base.mark_point(filled=True, size=46, opacity=1).encode(
        shape=alt.Shape("line:N", scale=alt.Scale(domain=labels, range=shapes), legend=legend)
    )
    words = alt.TitleParams(heading, fontSize=11.5, fontWeight="normal", color=MUTED, offset=6)
    return alt.layer(*under, lines, dots).properties(width=420, height=260, title=words)


def mame_re_score_dots(marts: Marts) -> Any:
    """Every system's Score@1 as a dot with its 95 % interval."""
    return score_dots(marts, HEADLINES["mame_re"])


def mame_re_ranks(marts: Marts) -> Any:
    """Every system's rank by Score@1 with the ranks that the tests leave for it."""
    return rank_intervals(marts, HEADLINES["mame_re"])
