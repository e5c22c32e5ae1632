"""Charts of scores, ranks and agreement with their intervals, the same for every benchmark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import polars as pl

from analysis.charts.canvas import width_of
from analysis.charts.theme import INK, MUTED, RAMP, shortened, themed, wrapped
from analysis.errors import NothingToShowError
from analysis.headlines import HEADLINES, REFERENCE, Headline, Part, headline_parts, setting_of
from analysis.marts import Marts
from analysis.numbers import printed
from analysis.tables.model import MISSING
from analysis.tables.statistics import UNEQUAL, joint_note, unequal_note

#: Coefficients of the forest plot: heading, coefficient, weights and rule for marginals of marts.agreement_intervals.
FOREST = (
    ("Krippendorff's alpha, nominal", "krippendorff_alpha", "nominal", "none"),
    ("Fleiss' kappa", "fleiss_kappa", "identity", "pooled"),
    ("Gwet's AC1", "gwet_ac", "identity", "mean_of_proportions"),
)
#: The interval of the forest plot: every coefficient has it, and it draws what belongs together at once.
FOREST_METHOD = "cluster_bootstrap_bca"
_NAME_WIDTH, _LINE = 40, "#eceff2"
_WIDTHS = {1: 380, 2: 250}
_SMALLEST_SPAN = 1e-9
_BEST, _OTHER = "cannot be told from the best", "worse than the best"


@dataclass(frozen=True)
class _Across:
    """One horizontal axis for all layers of a panel: layers with scales of their own would stretch it."""

    domain: tuple[float, float]
    title: str | None
    axis: Any

    def __call__(self, field: str) -> Any:
        """Return the encoding of a field."""
        scale = alt.Scale(domain=list(self.domain), nice=False, zero=False)
        return alt.X(f"{field}:Q", scale=scale, title=self.title, axis=self.axis)


def score_dots(marts: Marts, headline: Headline) -> Any:
    """Return systems as dots with 95 % cluster_t intervals, best first; bounds such as an oracle below, hollow.

    Raises NothingToShowError when no system has a value.
    """
    parts = headline_parts(marts, headline, "score_intervals")
    systems = _ranked(parts, headline, "score_intervals")
    references = sorted({str(s) for part in parts for s in _references(part.rows)["system_id"]})
    labels = shortened(systems, _NAME_WIDTH)
    bounds = shortened([f"{name} (reference)" for name in references], _NAME_WIDTH + len(" (reference)"))
    rows = [*labels.values(), *bounds.values()]
    domain = _domain([part.rows for part in parts], headline.factor)
    panels = []
    for number, part in enumerate(parts):
        dots = []
        for row in part.rows.iter_rows(named=True):
            is_reference = row["setting"] == REFERENCE
            name = bounds[f"{row['system_id']} (reference)"] if is_reference else labels[row["system_id"]]
            dots.append({"system": name, "is_reference": is_reference, **_scaled(row, headline)})
        panels.append(
            _dots(part.heading, dots, rows, domain, headline.axis, number == 0, len(parts), (0, headline.factor))
        )
    note = [
        f"{_sentence(headline, parts)}.",
        f"Bars: 95 % t intervals over {_counts(parts, 'cluster_count')} {headline.clusters}; "
        f"{_counts(parts, 'unit_count')} {headline.units} a system.",
        "Whether two systems differ is tested on what both have; overlapping bars do not say.",
    ]
    return _joined(panels, f"{headline.name}: {headline.measured} with intervals", note)


def rank_intervals(marts: Marts, headline: Headline) -> Any:
    """Return systems by rank with the lowest and highest that Holm's tests leave; the best group is a filled diamond.

    Raises NothingToShowError when no system has a value.
    """
    parts = headline_parts(marts, headline, "rankings")
    systems = _ranked(parts, headline, "rankings")
    labels = shortened(systems, _NAME_WIDTH)
    panels = []
    for number, part in enumerate(parts):
        marks = [
            {
                "system": labels[row["system_id"]], "rank": row["rank"], "low": row["rank_low"],
                "high": row["rank_high"], "group": _BEST if row["is_in_best_group"] else _OTHER,
                "shown": _shown_rank(row),
            }
            for row in part.rows.iter_rows(named=True)
        ]  # fmt: skip
        count = max(part.rows["system_count"])
        panels.append(_ranks(part.heading, marks, list(labels.values()), count, number == 0, len(parts)))
    note = [
        f"{_sentence(headline, parts)}.",
        "Bars: the ranks that Holm's tests of all pairs leave, all of them right at once in 95 %.",
        *joint_note(headline, parts),
        *([f"† {unequal_note(headline)}"] if any(UNEQUAL in part.rows["status"] for part in parts) else []),
    ]
    return _joined(panels, f"{headline.name}: ranks by {headline.measured}, and what the data leave open", note)


def agreement_forest(marts: Marts) -> Any:
    """Chance-corrected agreement of every panel on every question as dots with 95 % bootstrap intervals.

    One column per coefficient of FOREST, one block per benchmark. Raises NothingToShowError when none has a value.
    """
    needed = ("coefficient", "weights", "marginals", "method", "value", "ci_low", "ci_high", "item_count")
    rows = marts.frame("agreement_intervals", needed).filter(
        (pl.col("breakdown") == "all") & (pl.col("method") == FOREST_METHOD)
    )
    found = [
        rows.filter(
            (pl.col("coefficient") == name) & (pl.col("weights") == weights) & (pl.col("marginals") == marginals)
        )
        for _, name, weights, marginals in FOREST
    ]
    shown = pl.concat(found)
    if shown["value"].drop_nulls().is_empty():
        raise NothingToShowError(
            "marts.agreement_intervals has no coefficient with a value: no two raters share a unit."
        )
    named = shown.select("benchmark", "panel", "question").unique().sort("benchmark", "panel", "question")
    keys = list(named.iter_rows())
    labels = _question_labels(keys)
    extent = max(width_of(label, 11.5) for label in labels.values()) + 8
    ends = [v for name in ("value", "ci_low") for v in shown[name].drop_nulls().to_list()]
    domain = (math.floor(10 * min(0.0, *ends)) / 10, 1.0)
    benchmarks = sorted({str(key[0]) for key in keys})
    blocks = []
    for benchmark in benchmarks:
        names = [labels[key] for key in keys if key[0] == benchmark]
        panels = []
        for number, ((heading, *_), own) in enumerate(zip(FOREST, found, strict=True)):
            dots = [
                {
                    "row": labels[r["benchmark"], r["panel"], r["question"]], "value": r["value"], "low": r["ci_low"],
                    "high": r["ci_high"],
                    "shown": MISSING if r["value"] is None else printed(r["value"], 2).replace("-", "\N{MINUS SIGN}"),
                }
                for r in own.filter(pl.col("benchmark") == benchmark).iter_rows(named=True)
            ]  # fmt: skip
            panels.append(
                _forest(
                    heading if benchmark == benchmarks[0] else "", dots, names, domain,
                    (extent if number == 0 else 0, benchmark == benchmarks[-1]),
                )
            )  # fmt: skip
        title = alt.TitleParams(_name_of(benchmark), fontSize=12, anchor="start", offset=6)
        # Columns stand at one x in every block, whatever their texts take: only the last block has tick labels.
        blocks.append(alt.hconcat(*panels, spacing=74, bounds="flush", title=title))
    note = [
        "Dots: the coefficient over all items before any label is chosen; "
        f"{_span(shown['item_count'].to_list())} items a question.",
        "Bars: 95 % bootstrap intervals (BCa) over clusters, the raters taken as given. 0 is agreement by chance.",
        *([f"{MISSING}  not defined; marts.agreement_intervals says why"] if shown["value"].null_count() else []),
    ]
    title = alt.TitleParams("Agreement among raters", subtitle=note)
    return themed(alt.vconcat(*blocks, spacing=12, title=title))


def _name_of(benchmark: str) -> str:
    return HEADLINES[benchmark].name if benchmark in HEADLINES else benchmark.replace("_", " ")


def _question_labels(keys: Sequence[tuple[str, str, str]]) -> dict[tuple[str, str, str], str]:
    """Return each row's label: its panel and question, without the panel `all`; apart within a benchmark."""
    labels: dict[tuple[str, str, str], str] = {}
    for benchmark in sorted({key[0] for key in keys}):
        own = [key for key in keys if key[0] == benchmark]
        words = {key: key[2] if key[1] == "all" else f"{key[1]}, {key[2]}" for key in own}
        words = {key: f"{key[1]}, {key[2]}" if list(words.values()).count(w) > 1 else w for key, w in words.items()}
        short = shortened(list(words.values()), _NAME_WIDTH)
        labels |= {key: short[word] for key, word in words.items()}
    return labels


def _forest(
    heading: str, dots: list[dict[str, Any]], names: list[str], domain: tuple[float, float], place: tuple[float, bool]
) -> Any:
    """Return one coefficient of one benchmark; `place` is the width of its names (0 without) and whether it is last."""
    extent, is_last = place
    axis = alt.Axis(
        values=ticks(domain, (-math.inf, 1.0), 5), grid=True, gridColor=_LINE, labelFlush=False, labels=is_last
    )
    across = _Across(domain, "agreement ↑" if is_last else None, axis)
    y = alt.Y(
        "row:N", sort=names, scale=alt.Scale(domain=names), title=None,
        axis=alt.Axis(labels=extent > 0, minExtent=extent, grid=True, gridColor=_LINE),
    )  # fmt: skip
    base = alt.Chart(alt.InlineData(values=dots)).encode(y=y)
    zero = alt.Chart(alt.InlineData(values=[{}])).mark_rule(color=MUTED, strokeDash=[3, 3]).encode(x=alt.datum(0))
    layered = alt.layer(zero, *_interval_marks(base, across))
    title = alt.TitleParams(
        heading, fontSize=11.5, fontWeight="normal", color=MUTED, anchor="start", frame="group", offset=6
    )
    return layered.properties(width=170, height=alt.Step(18), title=title)


def _dots(
    heading: str, dots: list[dict[str, Any]], rows: list[str], domain: tuple[float, float], axis: str, is_first: bool,
    count: int, limits: tuple[float, float],
) -> Any:  # fmt: skip
    """Return one part's dots; the first part names the systems. Ticks stay inside the limits of the score."""
    base = alt.Chart(alt.InlineData(values=dots)).encode(y=_names(rows, is_first))
    marks = ticks(domain, limits, 6 if count == 1 else 4)
    x_axis = alt.Axis(values=marks, grid=True, gridColor=_LINE, labelFlush=False)
    return _panel(alt.layer(*_interval_marks(base, _Across(domain, axis, x_axis))), heading, count)


def _interval_marks(base: Any, across: _Across) -> list[Any]:
    """Return bars, dots (hollow for references) and printed values of rows with value, low, high and shown."""
    bars = base.transform_filter("isValid(datum.low)").mark_rule(strokeWidth=2, color=MUTED).encode(
        x=across("low"), x2="high:Q"
    )  # fmt: skip
    dots = (
        base.transform_filter("isValid(datum.value) && !datum.is_reference")
        .mark_circle(size=52, color=RAMP[1], opacity=1)
        .encode(x=across("value"))
    )
    hollow = (
        base.transform_filter("isValid(datum.value) && datum.is_reference")
        .mark_point(size=46, shape="diamond", stroke=RAMP[1], strokeWidth=1.6, fill="white", opacity=1)
        .encode(x=across("value"))
    )
    return [bars, dots, hollow, _beside(base)]


def _shown_rank(row: dict[str, Any]) -> str:
    if row["rank"] is None:
        return MISSING
    return f"{row['rank']} [{row['rank_low']}, {row['rank_high']}]{'†' if row['status'] == UNEQUAL else ''}"


def _ranks(
    heading: str, marks: list[dict[str, Any]], rows: list[str], count: int, is_first: bool, part_count: int
) -> Any:
    """Return one part's ranks; the first part names the systems and holds the legend."""
    base = alt.Chart(alt.InlineData(values=marks)).encode(y=_names(rows, is_first))
    across = _Across(
        (0.5, count + 0.5),
        f"rank among {count}, 1 is best",
        alt.Axis(
            values=_rank_ticks(count, 10 if part_count < 3 else 5),
            grid=True,
            gridColor=_LINE,
            labelFlush=False,
            format="d",
        ),
    )
    names = [_BEST, _OTHER]
    key = alt.Legend(title=None, orient="bottom", direction="horizontal", symbolSize=80) if is_first else None
    bars = base.transform_filter("isValid(datum.rank)").mark_rule(strokeWidth=2.5, color="#a9b4be").encode(
        x=across("low"), x2="high:Q"
    )  # fmt: skip
    ends = [
        base.transform_filter("isValid(datum.rank)")
        .mark_tick(color="#a9b4be", thickness=2.5, size=9, opacity=1)
        .encode(x=across(end))
        for end in ("low", "high")
    ]
    points = (
        base.transform_filter("isValid(datum.rank)")
        .mark_point(filled=True, opacity=1, size=78)
        .encode(
            x=across("rank"),
            shape=alt.Shape("group:N", scale=alt.Scale(domain=names, range=["diamond", "circle"]), legend=key),
            color=alt.Color("group:N", scale=alt.Scale(domain=names, range=[RAMP[1], "#e08e0b"]), legend=key),
        )
    )
    return _panel(alt.layer(bars, *ends, points, _beside(base)), heading, part_count)


def ticks(domain: tuple[float, float], limits: tuple[float, float], most: int) -> list[float]:
    """Return at most so many round values inside a domain and inside the limits of what is measured.

    Steps are 1, 2 or 5 times a power of ten. An empty list where the domain lies outside the limits.
    """
    low, high = max(domain[0], limits[0]), min(domain[1], limits[1])
    exponent = math.floor(math.log10((domain[1] - domain[0]) / most))
    for factor in (1, 2, 5, 10, 20, 50):
        step = factor * 10.0**exponent
        found = [round(n * step, 12) for n in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]
        if len(found) <= most:
            return found
    return []


def _rank_ticks(count: int, most: int) -> list[int]:
    """Return rank 1 and at most about so many after it, the last one too where it does not touch its neighbour."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, count) if count / step <= most or step == count)
    ticks = [1, *range(step if step > 1 else 2, count + 1, step)]
    return ticks if ticks[-1] == count or count - ticks[-1] < step / 2 else [*ticks, count]


def _names(rows: list[str], is_first: bool) -> Any:
    axis = alt.Axis(labels=is_first, grid=True, gridColor=_LINE)
    return alt.Y("system:N", sort=rows, scale=alt.Scale(domain=rows), title=None, axis=axis)


def _beside(base: Any) -> Any:
    """Return the printed values in a column right of the plot."""
    return base.mark_text(align="left", dx=8, fontSize=10.5, color=INK).encode(x=alt.value("width"), text="shown:N")


def _panel(layered: Any, heading: str, count: int) -> Any:
    title = alt.TitleParams(heading, fontSize=12, fontWeight="normal", anchor="start", frame="group", offset=8)
    return layered.properties(width=_WIDTHS.get(count, 190), height=alt.Step(20), title=title)


def _joined(panels: list[Any], title: str, note: list[str]) -> Any:
    lines = [line for sentence in note for line in wrapped(sentence, 96 if len(panels) == 1 else 130)]
    return themed(alt.hconcat(*panels, spacing=30, title=alt.TitleParams(title, subtitle=lines)))


def _references(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.filter(pl.col("setting") == REFERENCE)


def _ranked(parts: list[Part], headline: Headline, mart: str) -> list[str]:
    """Return the systems by their best value, those without one last, then by name."""
    rows = pl.concat([part.rows.filter(pl.col("setting") != REFERENCE) for part in parts])
    if rows["value"].drop_nulls().is_empty():
        raise NothingToShowError(f"marts.{mart} has no value of {headline.name}'s {headline.measured}.")
    best = rows.group_by("system_id").agg(pl.col("value").max())
    ranked: list[str] = best.sort(["value", "system_id"], descending=[True, False], nulls_last=True)[
        "system_id"
    ].to_list()
    return ranked


def _scaled(row: dict[str, Any], headline: Headline) -> dict[str, Any]:
    """Return a row's value and bounds in the printed unit, and the value as printed."""
    value, low, high = (None if row[name] is None else headline.factor * row[name] for name in _BOUNDS)
    shown = MISSING if value is None else printed(value, min(headline.decimals, 3) - (headline.factor > 1))
    return {"value": value, "low": low, "high": high, "shown": shown}


_BOUNDS = ("value", "ci_low", "ci_high")


def _domain(frames: list[pl.DataFrame], factor: float) -> tuple[float, float]:
    """Return the span of all values and bounds with room at both ends; of one value, a twentieth of the unit around."""
    values = [factor * v for frame in frames for name in _BOUNDS for v in frame[name].drop_nulls().to_list()]
    low, high = min(values), max(values)
    room = 0.05 * (high - low) if high - low > _SMALLEST_SPAN else 0.05 * factor
    return low - room, high + room


def _sentence(headline: Headline, parts: list[Part]) -> str:
    setting = setting_of(headline, parts)
    judged = f"; judge configuration {setting}" if setting is not None else ""
    return headline.sentence[0].upper() + headline.sentence[1:] + judged


def _counts(parts: list[Part], name: str) -> str:
    return _span([n for part in parts for n in part.rows.filter(pl.col("setting") != REFERENCE)[name].to_list()])


def _span(counts: Sequence[int | None]) -> str:
    known = [count for count in counts if count is not None]
    low, high = (min(known), max(known)) if known else (0, 0)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
