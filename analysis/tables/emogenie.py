"""EmoGenie's printed tables: image models by alignment, models by accuracy and by correlation with ratings."""

from __future__ import annotations

import polars as pl

from analysis.errors import NothingToShowError
from analysis.marts import Marts
from analysis.tables.model import Cell, Column, Group, Table

PERSPECTIVES = ("expressed", "evoked")
DIMENSIONS = ("valence", "arousal", "dominance", "aesthetics", "mean")


def _landed(rows: pl.DataFrame, mart: str) -> pl.DataFrame:
    if rows.is_empty():
        raise NothingToShowError(f"marts.{mart} has no rows. Land EmoGenie's files, then run dbt build.")
    return rows


def _percent(value: float | None) -> Cell:
    return Cell(None if value is None else 100 * value)


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
    caption = "Images whose label is the prompted emotion, percent, by what a tied image counts; fractional is printed."
    return Table("emogenie_alignment", caption, [*columns, Column("images", decimals=0)], groups)


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
        cells = [_percent((values.get((model, *key)) or {}).get("accuracy_unit")) for key in shown]
        counts = [Cell(overall[name]) for name in ("unparsable_count", "missing_count", "expected_count")]
        body.append([Cell(text=model), *cells, *counts])
    columns = [
        Column("Model", is_text=True),
        *(Column(name, "higher") for name in (*PERSPECTIVES, "overall", "paper's overall")),
    ]
    columns += [Column(name, decimals=0) for name in ("unparsable", "missing", "questions")]
    caption = (
        "Exact-match accuracy on closed test questions, percent; unparsable and missing answers are wrong. "
        "The paper's overall is the mean of perception and description over both perspectives."
    )
    return Table("emogenie_qa_accuracy", caption, columns, [Group("test", body)])


def emogenie_assessment(marts: Marts) -> Table:
    """Models by rank and linear correlation of their predicted scores with mean opinion scores."""
    rows = _landed(marts.frame("emogenie_assessment"), "emogenie_assessment")
    values = {(r["model"], r["coefficient"], r["dimension"]): r["value"] for r in rows.iter_rows(named=True)}
    models = sorted({model for model, *_ in values})
    groups = [
        Group(name.upper(), [[Cell(text=m), *(Cell(values[m, name, d]) for d in DIMENSIONS)] for m in models])
        for name in ("srcc", "plcc")
    ]
    columns = [Column("Model", is_text=True), *(Column(d, "higher", decimals=3) for d in DIMENSIONS)]
    caption = "Correlation of predicted with mean opinion scores; the mean over dimensions is unweighted."
    return Table("emogenie_assessment", caption, columns, groups)
