"""Judges' calibration cards and the papers' claims as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from analysis.marts import Marts
from analysis.tables.model import Cell, Column, Direction, Group, Table

#: Printed columns of a judge held against experts: header, measures of which the metric has one, best direction.
AGAINST_EXPERTS: tuple[tuple[str, tuple[str, ...], Direction], ...] = (
    ("SRCC", ("srcc",), "higher"),
    ("PLCC", ("plcc",), "higher"),
    ("KRCC", ("krcc",), "higher"),
    ("MAE", ("mae",), "lower"),
    ("kappa", ("weighted_kappa", "kappa"), "higher"),
    ("offset", ("leniency_offset",), "none"),
    ("exact", ("exact_share", "majority_accuracy"), "higher"),
)
#: What experts reach among themselves.
CEILING = ("expert_expert_weighted_kappa", "expert_expert_kappa")


_CARD_NOTES = (
    "failed, gate broken: shares of the judge's replies. mean, offset (judge minus mean expert) and spread (standard "
    "deviation of that difference) are on the metric's own scale; SRCC is against the mean expert.",
    "same again: share of equal scores where an output was judged again; asked again: how many such pairs there are.",
)
_NO_EXPERT = "no expert scored this metric."
_ABSENT = {
    "srcc": _NO_EXPERT,
    "leniency_offset": _NO_EXPERT,
    "leniency_spread": _NO_EXPERT,
    "self_equal_share": "no output was judged again.",
}


def _cell(row: dict[str, Any] | None, absent: str = "this metric has no such number.") -> Cell:
    """Return a card's value; `absent` is why there may be no row of it."""
    if row is None:
        return Cell(reason=absent)
    return Cell(row["value"], reason=f"marts.judge_cards says {row['status']}.")


def _first(rows: dict[str, dict[str, Any]], measures: Sequence[str]) -> dict[str, Any] | None:
    return next((rows[measure] for measure in measures if measure in rows), None)


def judge_cards(marts: Marts) -> Table:
    """Every judge by metric: replies that failed, agreement with experts, and its steadiness when asked again."""
    rows = marts.frame("judge_cards")
    measures = ("mean_score", "srcc", "leniency_offset", "leniency_spread", "self_equal_share")
    groups = []
    for (benchmark,), part in sorted(rows.partition_by("benchmark", as_dict=True).items()):
        shown = []
        keys = ("judge_id", "configuration", "metric")
        for key, own in sorted(part.filter(pl.col("metric") != "all").partition_by(*keys, as_dict=True).items()):
            plain = own.filter(pl.col("reference").is_in(["none", "self", "experts"]))
            found = {row["measure"]: row for row in plain.iter_rows(named=True)}
            whole = part.filter(
                (pl.col("judge_id") == key[0]) & (pl.col("configuration") == key[1]) & (pl.col("metric") == "all")
            )
            rates = {row["measure"]: row for row in whole.iter_rows(named=True)}
            count = found.get("output_count") or found.get("srcc")
            shown.append(
                [
                    *(Cell(text=str(name)) for name in key),
                    Cell(None if count is None else count["n"]),
                    *(_cell(rates.get(name)) for name in ("parse_failure_rate", "gating_rate")),
                    *(_cell(found.get(name), _ABSENT.get(name, "it scored nothing.")) for name in measures),
                    Cell(found["self_equal_share"]["n"] if "self_equal_share" in found else 0),
                ]
            )
        groups.append(Group(str(benchmark), shown))
    columns = [*(Column(name, is_text=True) for name in ("Judge", "Configuration", "Metric")), Column("n", decimals=0)]
    columns += [Column(name, decimals=3) for name in ("failed", "gate broken", "mean")]
    columns += [Column(name, decimals=3) for name in ("SRCC", "offset", "spread", "same again")]
    return Table("judge_cards", [*columns, Column("asked again", decimals=0)], groups, _CARD_NOTES)


def mer_bench_figure_4(marts: Marts) -> Table:
    """Figure 4's data: each judge configuration against the experts, by metric, with what experts reach themselves."""
    rows = marts.frame("mer_bench_judge_validation").filter(pl.col("statistic") == pl.col("measure"))
    is_alone = rows["judge_id"].n_unique() < 2
    groups = []
    for (metric,), part in sorted(rows.partition_by("metric", as_dict=True).items()):
        shown = []
        for (judge, configuration), own in sorted(part.partition_by("judge_id", "configuration", as_dict=True).items()):
            found = {row["measure"]: row for row in own.iter_rows(named=True)}
            cells = [_cell(_first(found, measures)) for _, measures, _ in AGAINST_EXPERTS]
            n = found["srcc"]["n"] if "srcc" in found else None
            name = str(configuration) if is_alone else f"{judge}, {configuration}"
            shown.append([Cell(text=name), *cells, _cell(_first(found, CEILING)), Cell(n)])
        groups.append(Group(str(metric), shown))
    columns = [Column("Configuration", is_text=True)]
    columns += [Column(header, direction, decimals=3) for header, _, direction in AGAINST_EXPERTS]
    columns += [Column("experts' kappa", decimals=3), Column("outputs", decimals=0)]
    note = "The best number is no best configuration: the rows *_difference of the mart have paired intervals."
    return Table("mer_bench_figure_4", columns, groups, (note,))


def claims(marts: Marts) -> Table:
    """The papers' claims on the landed data: difference, interval, p and verdict, all systems pooled."""
    rows = marts.frame("claims").filter(pl.col("system_id") == "all").sort("claim_id")
    groups = []
    for (benchmark,), part in sorted(rows.partition_by("benchmark", as_dict=True).items()):
        shown = [
            [
                Cell(text=row["sentence"]),
                Cell(text=row["place"]),
                *(
                    Cell(row[name], reason=f"marts.claims says {row['status']}.")
                    for name in ("estimate", "ci_low", "ci_high", "p_value")
                ),
                Cell(row["published_value"], reason="the paper prints no difference of means."),
                Cell(row["cluster_count_a"]),
                Cell(row["cluster_count_b"]),
                Cell(text=row["verdict"]),
            ]
            for row in part.iter_rows(named=True)
        ]
        groups.append(Group(str(benchmark), shown))
    columns = [Column("Claim", is_text=True), Column("Place", is_text=True)]
    columns += [Column(name, decimals=3) for name in ("difference", "low", "high")]
    columns += [Column("p", decimals=3, is_p_value=True), Column("published", decimals=3)]
    columns += [Column(name, decimals=0) for name in ("clusters a", "clusters b")]
    note = "Not separable is no proof of equality, and nothing here is corrected for the number of claims."
    return Table("claims", [*columns, Column("Verdict", is_text=True)], groups, (note,))
