"""Rankings with what is known about them: value, interval, rank interval, best group, probability of being best."""

from __future__ import annotations

from typing import Any

import polars as pl

from analysis.headlines import Headline, Part, headline_parts, setting_of
from analysis.marts import Marts
from analysis.tables.model import Cell, Column, Group, Table

#: The status of a rank that the tests contradict.
UNEQUAL = "unequal_clusters"
_BEST = "cannot be told from the system of the highest value by Holm's tests of all pairs at 5 %."
_NO_UNITS = "no unit could be scored; marts.exclusions says why."
_NO_SPREAD = "every cluster has the same score, so there is no spread to make an interval of."
_BEYOND = "the t interval reaches beyond the scale; marts.score_intervals has the bootstrap's beside it."
_NO_BOUNDS = "no interval is defined; marts.score_intervals says why."
_NO_PROBABILITY = "more than 5 % of the bootstrap replicates have no mean."
_NOTES = (
    "Brackets after the value: 95 % interval over clusters (t); after the rank: the ranks that Holm's tests of all "
    "pairs leave, all of them right at once in 95 %.",
    "P(best): share of bootstrap replicates in which the system has the highest mean, ties split; it describes and is "
    "no test.",
)


def ranking(marts: Marts, headline: Headline) -> Table:
    """Return a headline leaderboard with intervals, ranks and best group, one row group per part, best first.

    Raises NothingToShowError when the headline has no system.
    """
    parts = headline_parts(marts, headline, "rankings")
    groups = [
        Group(part.heading, [_row(row, headline) for row in _by_rank(part.rows).iter_rows(named=True)])
        for part in parts
    ]
    unit = ", %" if headline.factor > 1 else ""
    columns = [
        Column("System", is_text=True),
        Column(f"{headline.measured}{unit}", "higher", headline.decimals),
        Column("rank", decimals=0),
        Column("best group", is_text=True),
        Column("P(best)", decimals=2),
        Column(headline.units, decimals=0),
        Column(headline.clusters, decimals=0),
    ]
    return Table(
        f"{headline.benchmark}_ranking",
        columns,
        groups,
        (*_NOTES, *joint_note(headline, parts)),
        caption=_told(headline, parts),
    )


def ranking_conventions(marts: Marts, headline: Headline) -> tuple[str, ...]:
    """Return the conventions of a headline's values; `all` says that there is only one way and is none."""
    parts = headline_parts(marts, headline, "rankings")
    return tuple(sorted({str(c) for part in parts for c in part.rows["convention_id"]} - {"all"}))


def joint_note(headline: Headline, parts: list[Part]) -> tuple[str, ...]:
    """Return a sentence where more is ranked together than a part shows: systems under other settings, else nothing."""
    together = max(int(count) for part in parts for count in part.rows["system_count"])
    if together <= max(part.rows["value"].drop_nulls().len() for part in parts):
        return ()
    what = "judge configuration" if headline.preferred is not None else "setting"
    return (f"Ranked together are {together:,}: each system under each {what} counts as one.",)


def unequal_note(headline: Headline) -> str:
    """Return what is said of a rank that the tests contradict."""
    return (
        f"ranked by the mean over the system's own {headline.clusters}; over those that two share the tests say "
        "otherwise, and the brackets hold both."
    )


def _by_rank(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.sort(["rank", "system_id"], nulls_last=True)


def _row(row: dict[str, Any], headline: Headline) -> list[Cell]:
    value, low, high = (
        None if row[name] is None else headline.factor * row[name] for name in ("value", "ci_low", "ci_high")
    )
    is_best = row["is_in_best_group"]
    return [
        Cell(text=row["system_id"]),
        Cell(value, low=low, high=high, is_in_best_group=is_best, reason=_NO_UNITS,
             note=_bounds_note(value, low, high, headline.factor)),
        Cell(row["rank"], low=row["rank_low"], high=row["rank_high"], reason=_NO_UNITS,
             note=unequal_note(headline) if row["status"] == UNEQUAL else None),
        Cell(
            text=None if is_best is None else "yes" if is_best else "no",
            note=_BEST if is_best else None,
            reason=_NO_UNITS,
        ),
        Cell(row["best_probability"], reason=_NO_UNITS if value is None else _NO_PROBABILITY),
        Cell(row["unit_count"]),
        Cell(row["cluster_count"]),
    ]  # fmt: skip


def _bounds_note(value: float | None, low: float | None, high: float | None, top: float) -> str | None:
    """Return what a reader has to know of an interval on the scale from 0 to `top`, if anything."""
    if value is None:
        return None
    if low is None or high is None:
        return _NO_BOUNDS
    if low == high:
        return _NO_SPREAD
    return _BEYOND if low < 0 or high > top else None


def _told(headline: Headline, parts: list[Part]) -> str:
    setting = setting_of(headline, parts)
    judged = f", judge configuration {setting}" if setting is not None else ""
    only = f", {parts[0].heading}" if len(parts) == 1 and parts[0].heading else ""
    return f"Ranked by {headline.measured}: {headline.sentence}{judged}{only}."
