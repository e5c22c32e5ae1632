"""MER-Bench's tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analysis.headlines import HEADLINES
from analysis.marts import Marts
from analysis.mer_bench import METRICS, printed_rows, runs_in_a_sentence
from analysis.tables.model import Cell, Column, Group, Table
from analysis.tables.statistics import ranking, ranking_conventions

_SCORES = [Column(metric.upper(), "higher") for metric in METRICS]
_COUNTS = [Column("n", decimals=0), Column("left out", decimals=0)]
_N_NOTE = "n: scored outputs, summed over runs; left out: drawn outputs that could not be scored."
_NO_ROW = "the mart has no row of this metric."
_NO_OUTPUT = "no output could be scored; marts.exclusions and raw.rejects say why."
_WHOLE = "every run holds the same outputs, all of a stratum with no more memes than a run draws: there is no spread."
_UNDEFINED = "outputs were scored, but this metric has no value for them."
#: Axes in the paper's order, with the words that stand above their strata.
AXES = {
    "visual_type": "visual modality",
    "layout_type": "structural layout",
    "sentiment_polarity": "affective polarity",
    "emotion_pair": "emotion pair",
}


def _cell(row: Mapping[str, Any] | None) -> Cell:
    """Return a metric's mean and spread, or why there is none."""
    if row is None:
        return Cell(reason=_NO_ROW)
    spread = None if row.get("is_short_sample") else row["sd_pct"]
    return Cell(row["mean_pct"], spread, reason=_UNDEFINED if row["output_count"] else _NO_OUTPUT)


def _count(row: Mapping[str, Any]) -> Cell:
    """Return the number of outputs, with a note where ten equal runs count each of them ten times."""
    return Cell(row["output_count"], note=_WHOLE if row.get("is_short_sample") else None)


def _score_cells(rows: pl.DataFrame) -> list[Cell]:
    """Return the cells of the twelve metrics, n and what was left out, from one row per metric."""
    by_metric: Mapping[str, Any] = {row["metric"]: row for row in rows.iter_rows(named=True)}
    # Counts are of the overall score; rows without it still have those of another metric.
    whole = by_metric.get("rfs") or next(iter(by_metric.values()))
    cells = [_cell(by_metric.get(metric)) for metric in METRICS]
    return [*cells, _count(whole), Cell(whole["excluded_count"])]


def _rfs(rows: pl.DataFrame) -> float | None:
    found = rows.filter(pl.col("metric") == "rfs")["mean_pct"].to_list()
    return found[0] if found else None


def _parts(rows: pl.DataFrame, *columns: str) -> list[tuple[tuple[Any, ...], pl.DataFrame]]:
    return sorted(rows.partition_by(*columns, as_dict=True).items(), key=lambda item: str(item[0]))


def mer_bench_table_2(marts: Marts) -> Table:
    """Table 2: every system on eight metrics and four aggregates, in percent; the paper's row order where known."""
    rows = printed_rows(marts, "mer_bench_table_2", ("experiment", "system_id", "row_order"))
    groups = []
    for (configuration, experiment), part in _parts(rows, "configuration", "experiment"):
        systems = []
        for (system,), own in part.partition_by("system_id", as_dict=True).items():
            order, rfs = own["row_order"][0], _rfs(own)
            place = (order is None, order or 0, rfs is None, -(rfs or 0.0), str(system))
            systems.append((place, [Cell(text=str(system)), *_score_cells(own)]))
        groups.append(
            Group(f"{configuration}, {experiment}", [cells for _, cells in sorted(systems, key=lambda s: s[0])])
        )
    # One group has no heading in the table, so the caption says which it is.
    only = f"{groups[0].heading}. " if len(groups) == 1 else ""
    columns = [Column("Model", is_text=True), *_SCORES, *_COUNTS]
    return Table("mer_bench_table_2", columns, groups, (_N_NOTE,), caption=only + runs_in_a_sentence(rows))


def mer_bench_table_3(marts: Marts) -> Table:
    """Table 3: every category with all systems pooled, in percent, and by emotion pair, which the paper leaves out."""
    rows = printed_rows(marts, "mer_bench_table_3")
    groups = []
    for (configuration,), part in _parts(rows, "configuration"):
        for axis, words in AXES.items():
            strata = [
                [Cell(text=own["display_name"][0]), *_score_cells(own)]
                for _, own in _parts(part.filter(pl.col("axis") == axis), "display_name", "experiment")
            ]
            if strata:
                groups.append(Group(f"{configuration}, {words}", strata))
    # Categories do not compete: no best is marked.
    columns = [Column("Category", is_text=True), *(Column(metric.upper()) for metric in METRICS), *_COUNTS]
    notes = (_N_NOTE, "The released code prints the spread of a 1-to-5 metric as 0.00; here it is the right one.")
    return Table("mer_bench_table_3", columns, groups, notes, caption=runs_in_a_sentence(rows))


def mer_bench_figure_5(marts: Marts) -> Table:
    """Figure 5's data: RFS of each system in each category, and of all systems pooled."""
    rows = printed_rows(marts, "mer_bench_figure_5").filter(pl.col("metric") == "rfs")
    groups = []
    for (configuration,), part in _parts(rows, "configuration"):
        cells = [
            [
                Cell(text=row["panel"]),
                Cell(text=row["system_id"]),
                Cell(text=row["display_name"]),
                _cell(row),
                _count(row),
                Cell(row["excluded_count"]),
            ]
            for row in part.sort("panel", "axis", "stratum", "experiment").iter_rows(named=True)
        ]
        groups.append(Group(str(configuration), cells))
    columns = [
        Column("panel", is_text=True), Column("Model", is_text=True), Column("Category", is_text=True), Column("RFS"),
        *_COUNTS,
    ]  # fmt: skip
    return Table("mer_bench_figure_5", columns, groups, (_N_NOTE,), caption=runs_in_a_sentence(rows))


def mer_bench_table_s4(marts: Marts) -> Table:
    """Table S4: the corpus's filtering, stage by stage."""
    rows = marts.frame("mer_bench_funnel").sort("position").to_dicts()
    corpus = rows[0]["remaining_count"] + rows[0]["removed_count"]
    cells = [[Cell(text="Corpus"), Cell(corpus), Cell(text="")]]
    cells += [[Cell(text=r["display_name"]), Cell(r["remaining_count"]), Cell(r["removed_count"])] for r in rows]
    columns = [Column("Stage", is_text=True), Column("remaining", decimals=0), Column("removed", decimals=0)]
    return Table("mer_bench_table_s4", columns, [Group("", cells)])


def mer_bench_table_s6(marts: Marts) -> Table:
    """Table S6: outcomes of human verification."""
    rows = marts.frame("mer_bench_human_control").sort("position").to_dicts()
    cells = [[Cell(text=r["display_name"]), Cell(r["item_count"]), Cell(100 * r["share"])] for r in rows]
    columns = [Column("Outcome", is_text=True), Column("memes", decimals=0), Column("%", decimals=1)]
    return Table("mer_bench_table_s6", columns, [Group("", cells)])


def mer_bench_table_s7(marts: Marts) -> Table:
    """Table S7: how far annotators agree on each task, beside what they annotated and how often an expert decided."""
    rows = marts.frame("mer_bench_annotation_counts").sort("position").to_dicts()
    counts = ("item_count", "rater_count", "rating_count", "escalated_item_count")
    cells = []
    for row in rows:
        values = [Cell(row[name], reason=row["status"]) for name in ("fleiss_kappa", "krippendorff_alpha")]
        # The mean is of kappas: it has no memes of its own.
        own = [Cell(text="") if row["task"] == "average" else Cell(row[name]) for name in counts]
        cells.append([Cell(text=row["display_name"]), *values, *own])
    columns = [Column("Task", is_text=True), Column("Fleiss' kappa"), Column("alpha")]
    columns += [Column(h, decimals=0) for h in ("memes", "annotators", "answers", "decided by an expert")]
    notes = ("Average: the unweighted mean over the tasks shown, as in the paper.",)
    return Table("mer_bench_table_s7", columns, [Group("", cells)], notes if rows else ())


def mer_bench_ranking(marts: Marts) -> Table:
    """Systems by mean RFS with intervals, ranks and the group of the best."""
    return ranking(marts, HEADLINES["mer_bench"])


def mer_bench_ranking_conventions(marts: Marts) -> tuple[str, ...]:
    """Return the conventions of the ranked values."""
    return ranking_conventions(marts, HEADLINES["mer_bench"])
