"""EmoGenie's printed tables: labels, ratings and agreement of images, and models that answer, describe and predict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import polars as pl

from analysis.errors import NothingToShowError
from analysis.headlines import HEADLINES
from analysis.marts import Marts
from analysis.tables.model import Cell, Column, Group, Table
from analysis.tables.statistics import ranking, ranking_conventions

PERSPECTIVES = ("expressed", "evoked")
DIMENSIONS = ("valence", "arousal", "dominance", "aesthetics", "mean")
FORMATS = ("single", "pair")
DESCRIBED = ("correctness", "completeness", "relevance", "conciseness", "score")
#: How many of a model's largest substitutions are printed.
SUBSTITUTION_RANKS = 3


def _landed(rows: pl.DataFrame, mart: str) -> pl.DataFrame:
    if rows.is_empty():
        raise NothingToShowError(f"marts.{mart} has no rows. Land EmoGenie's files, then run dbt build.")
    return rows


def _percent(value: float | None) -> Cell:
    return Cell(None if value is None else 100 * value)


def _accuracy(row: Mapping[str, Any] | None) -> Cell:
    if row is None:
        return Cell(reason="no question of this kind is landed.")
    value = row["accuracy_unit"]
    return Cell(None if value is None else 100 * value, reason=f"marts.emogenie_qa_accuracy says {row['status']}.")


def _groups(groups: Iterable[Group]) -> list[Group]:
    """Return the groups that have rows."""
    return [group for group in groups if group.rows]


def emogenie_labels(marts: Marts) -> Table:
    """Emotions by how many images have them, every image model pooled, per perspective."""
    rows = _landed(marts.frame("emogenie_label_counts").filter(pl.col("system_id") == "all"), "emogenie_label_counts")
    groups = [
        Group(
            f"{perspective}, {own['image_count'][0]:,} images",
            [
                [Cell(text=r["label"]), Cell(r["sole_count"]), Cell(r["tied_count"]), _percent(r["share"])]
                for r in own.sort("position").iter_rows(named=True)
            ],
        )
        for perspective in PERSPECTIVES
        if not (own := rows.filter(pl.col("perspective") == perspective)).is_empty()
    ]
    columns = [Column("Emotion", is_text=True), Column("alone", decimals=0), Column("tied", decimals=0), Column("%")]
    return Table("emogenie_labels", columns, groups)


def emogenie_alignment(marts: Marts) -> Table:
    """Image models by the share of images whose label is the prompted emotion, per perspective and tie credit."""
    rows = _landed(marts.frame("emogenie_alignment").filter(pl.col("breakdown") == "all"), "emogenie_alignment")
    credits = ("fractional", "any", "sole", "votes")
    groups = []
    for perspective in PERSPECTIVES:
        own = rows.filter(pl.col("perspective") == perspective)
        values = {(r["system_id"], r["tie_credit"]): r for r in own.iter_rows(named=True)}
        systems = sorted({system for system, _ in values})
        groups.append(
            Group(
                perspective,
                [
                    [
                        Cell(text=system),
                        *(_percent(values[system, credit]["alignment_unit"]) for credit in credits),
                        Cell(values[system, "fractional"]["image_count"]),
                    ]
                    for system in systems
                ],
            )
        )
    columns = [Column("Image model", is_text=True), *(Column(credit, "higher") for credit in credits)]
    return Table("emogenie_alignment", [*columns, Column("images", decimals=0)], _groups(groups))


def tie_credits(mart: str, *shown: str) -> Callable[[Marts], tuple[str, ...]]:
    """Return what tells the rules for tied images that the numbers of a mart are shown under."""

    def told(marts: Marts) -> tuple[str, ...]:
        # Raises where the mart is empty: a report names no convention of what it does not show.
        marts.frame(mart)
        return shown

    return told


def emogenie_substitutions(marts: Marts) -> Table:
    """Each image model's largest shares of images that were seen as another emotion than the prompted one."""
    rows = marts.frame("emogenie_substitutions").filter(pl.col("rank") <= SUBSTITUTION_RANKS)
    groups = [
        Group(
            perspective,
            [
                [
                    Cell(text=r["system_id"]),
                    Cell(text=r["prompted_label"]),
                    Cell(text=r["assigned_label"]),
                    _percent(r["share"]),
                    Cell(r["image_count"]),
                ]
                for r in rows.filter(pl.col("perspective") == perspective)
                .sort("system_id", "rank", "prompted_label", "assigned_label")
                .iter_rows(named=True)
            ],
        )
        for perspective in PERSPECTIVES
    ]
    columns = [Column(name, is_text=True) for name in ("Image model", "prompted", "seen as")]
    columns += [Column("%"), Column("images", decimals=0)]
    return Table("emogenie_substitutions", columns, _groups(groups))


def emogenie_mos(marts: Marts) -> Table:
    """Image models by the distribution of their images' mean opinion scores, on the scales that raters used."""
    rows = _landed(marts.frame("emogenie_mos"), "emogenie_mos")
    groups = []
    for perspective in PERSPECTIVES:
        for dimension in DIMENSIONS[:-1]:
            own = rows.filter((pl.col("perspective") == perspective) & (pl.col("dimension") == dimension))
            screened = dict(own.filter(pl.col("screening") == "bt500").select("system_id", "mean").iter_rows())
            groups.append(
                Group(
                    f"{perspective}, {dimension}",
                    [
                        [
                            Cell(text=r["system_id"]),
                            Cell(r["mean"], r["sd"]),
                            *(Cell(r[name]) for name in ("q1", "median", "q3")),
                            Cell(screened.get(r["system_id"])),
                            Cell(r["image_count"]),
                        ]
                        for r in own.filter(pl.col("screening") == "none").sort("system_id").iter_rows(named=True)
                    ],
                )
            )
    columns = [Column("Image model", is_text=True), Column("mean"), Column("Q1"), Column("median"), Column("Q3")]
    columns += [Column("screened mean"), Column("images", decimals=0)]
    return Table("emogenie_mos", columns, _groups(groups))


def emogenie_screening(marts: Marts) -> Table:
    """Raters whom ITU-R BT.500 would reject, with what speaks against each."""
    rows = marts.frame("emogenie_screening").filter(pl.col("is_rejected"))
    if rows.is_empty():
        raise NothingToShowError("marts.emogenie_screening rejects no rater.")
    groups = [
        Group(
            str(panel),
            [
                [Cell(text=r["rater_id"]), Cell(text=r["question"])]
                + [Cell(r[name]) for name in ("image_count", "high_count", "low_count")]
                for r in own.sort("rater_id", "question").iter_rows(named=True)
            ],
        )
        for (panel,), own in sorted(rows.partition_by("panel", as_dict=True).items(), reverse=True)
    ]
    columns = [Column("Rater", is_text=True), Column("dimension", is_text=True)]
    columns += [Column(name, decimals=0) for name in ("images", "too high", "too low")]
    return Table("emogenie_screening", columns, groups)


def emogenie_agreement(marts: Marts) -> Table:
    """Agreement on every question of the annotators, the coefficient that fits its scale, with its standard error."""
    is_category = pl.col("question") == "emotion"
    rows = marts.frame("emogenie_agreement").filter(
        (pl.col("breakdown") == "all")
        & (pl.col("coefficient") == "gwet_ac")
        & (pl.col("marginals") == "mean_of_proportions")
        & (pl.col("weights") == pl.when(is_category).then(pl.lit("identity")).otherwise(pl.lit("quadratic")))
    )
    rows = _landed(rows, "emogenie_agreement")
    groups = [
        Group(
            perspective,
            [
                [
                    Cell(text=r["question"]),
                    Cell(text="AC1" if r["weights"] == "identity" else "quadratic AC2"),
                    Cell(r["value"], r["standard_error"]),
                    Cell(r["item_count"]),
                    Cell(r["rating_count"]),
                ]
                for r in rows.filter(pl.col("panel") == perspective)
                .sort((pl.col("question") != "emotion"), "question")
                .iter_rows(named=True)
            ],
        )
        for perspective in PERSPECTIVES
    ]
    columns = [Column("Question", is_text=True), Column("coefficient", is_text=True), Column("value", decimals=3)]
    columns += [Column("images", decimals=0), Column("ratings", decimals=0)]
    return Table("emogenie_agreement", columns, _groups(groups))


def emogenie_qa_accuracy(marts: Marts) -> Table:
    """Models by exact-match accuracy on the closed test questions, per perspective and under both overall rules."""
    rows = marts.frame("emogenie_qa_accuracy").filter(
        (pl.col("split") == "test") & (pl.col("dimension") == "all") & (pl.col("format") == "all")
    )
    rows = _landed(rows, "emogenie_qa_accuracy")
    values = {(r["model"], r["perspective"], r["rule"]): r for r in rows.iter_rows(named=True)}
    shown = (("expressed", "micro"), ("evoked", "micro"), ("all", "micro"), ("all", "paper"))
    body = []
    for model in sorted({model for model, *_ in values}):
        overall = values[model, "all", "micro"]
        cells = [_accuracy(values.get((model, *key))) for key in shown]
        counts = [Cell(overall[name]) for name in ("unparsable_count", "missing_count", "expected_count")]
        body.append([Cell(text=model), *cells, *counts])
    columns = [
        Column("Model", is_text=True),
        *(Column(name, "higher") for name in (*PERSPECTIVES, "overall", "paper's overall")),
    ]
    columns += [Column(name, decimals=0) for name in ("unparsable", "missing", "questions")]
    return Table("emogenie_qa_accuracy", columns, [Group("test", body)])


def emogenie_qa_dimensions(marts: Marts) -> Table:
    """Models by accuracy on the closed test questions, per perspective, dimension and format; with the counts."""
    rows = marts.frame("emogenie_qa_accuracy").filter(
        (pl.col("split") == "test")
        & (pl.col("rule") == "micro")
        & (pl.col("perspective") != "all")
        & (pl.col("dimension") != "all")
        & pl.col("format").is_in(FORMATS)
        & (pl.col("expected_count") > 0)
    )
    rows = _landed(rows, "emogenie_qa_accuracy")
    counts = ("correct_count", "unparsable_count", "missing_count", "expected_count")
    groups = []
    for perspective in PERSPECTIVES:
        own = rows.filter(pl.col("perspective") == perspective)
        for (dimension, form), part in sorted(own.partition_by("dimension", "format", as_dict=True).items()):
            body = [
                [Cell(text=r["model"]), _accuracy(r), *(Cell(r[name]) for name in counts)]
                for r in part.sort("model").iter_rows(named=True)
            ]
            groups.append(Group(f"{perspective}, {dimension}, {form}", body))
    columns = [Column("Model", is_text=True), Column("accuracy", "higher")]
    columns += [Column(name, decimals=0) for name in ("right", "unparsable", "missing", "questions")]
    return Table("emogenie_qa_dimensions", columns, groups)


def emogenie_description_scores(marts: Marts) -> Table:
    """Models by the four dimensions of their descriptions and the mean of them, per perspective and over both."""
    rows = marts.frame("emogenie_description_scores").filter(pl.col("format") == "all")
    rows = _landed(rows, "emogenie_description_scores")
    groups = [
        Group(
            "both perspectives" if perspective == "all" else perspective,
            [
                [
                    Cell(text=r["model"]),
                    *(_percent(r[f"{name}_unit"]) for name in DESCRIBED),
                    Cell(r["scored_count"]),
                    Cell(r["description_count"]),
                ]
                for r in rows.filter(pl.col("perspective") == perspective).sort("model").iter_rows(named=True)
            ],
        )
        for perspective in (*PERSPECTIVES, "all")
    ]
    columns = [Column("Model", is_text=True), *(Column(name, "higher") for name in DESCRIBED)]
    columns += [Column("scored", decimals=0), Column("described", decimals=0)]
    return Table("emogenie_description_scores", columns, _groups(groups))


def emogenie_assessment(marts: Marts) -> Table:
    """Models by rank and linear correlation of their predicted scores with mean opinion scores."""
    rows = _landed(marts.frame("emogenie_assessment"), "emogenie_assessment")
    found = {(r["model"], r["coefficient"], r["dimension"]): r for r in rows.iter_rows(named=True)}
    models = sorted({model for model, *_ in found})
    groups = [
        Group(name.upper(), [[Cell(text=m), *(_correlation(found[m, name, d]) for d in DIMENSIONS)] for m in models])
        for name in ("srcc", "plcc")
    ]
    columns = [Column("Model", is_text=True), *(Column(d, "higher", decimals=3) for d in DIMENSIONS)]
    return Table("emogenie_assessment", columns, groups)


def _correlation(row: Mapping[str, Any]) -> Cell:
    return Cell(row["value"], reason=f"marts.emogenie_assessment says {row['status']}.")


def emogenie_ranking(marts: Marts) -> Table:
    """Systems by target alignment per perspective with intervals, ranks and the group of the best."""
    return ranking(marts, HEADLINES["emogenie"])


def emogenie_ranking_conventions(marts: Marts) -> tuple[str, ...]:
    """Return the conventions of the ranked values."""
    return ranking_conventions(marts, HEADLINES["emogenie"])
