"""Agreement among raters: one table for every benchmark, with a sentence where raw agreement misleads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analysis.marts import Marts
from analysis.tables.model import Cell, Column, Group, Table

#: Raw agreement from which, and kappa below which, a reader should be told that both are right. Landis and Koch 1977
#: call a kappa below 0.40 at most fair.
HIGH_AGREEMENT, LOW_KAPPA = 0.80, 0.40

#: Printed columns: header, coefficient, weights, rule for marginals.
COEFFICIENTS = (
    ("agreement", "observed_agreement", "identity", "none"),
    ("Fleiss' kappa", "fleiss_kappa", "identity", "pooled"),
    ("AC1", "gwet_ac", "identity", "mean_of_proportions"),
    ("Brennan-Prediger", "brennan_prediger", "identity", "none"),
    ("alpha", "krippendorff_alpha", "nominal", "none"),
)


def agreement(marts: Marts) -> Table:
    """Raw agreement and the unweighted coefficients per panel and question, over all items of each benchmark."""
    rows = marts.frame("agreement").filter(pl.col("breakdown") == "all")
    groups, notes = [], []
    for (benchmark,), part in sorted(rows.partition_by("benchmark", as_dict=True).items()):
        shown = []
        for (panel, question), own in sorted(part.partition_by("panel", "question", as_dict=True).items()):
            values = _values(own)
            first = own.row(0, named=True)
            cells = [Cell(text=str(panel)), Cell(text=str(question))]
            cells += [Cell(values[header]) for header, *_ in COEFFICIENTS]
            shown.append([*cells, Cell(first["item_count"]), Cell(first["rating_count"])])
            note = paradox_note(f"{benchmark}, {panel}, {question}", values)
            notes += [note] if note else []
        groups.append(Group(str(benchmark), shown))
    columns = [Column("Panel", is_text=True), Column("Question", is_text=True)]
    columns += [Column(header, decimals=3) for header, *_ in COEFFICIENTS]
    columns += [Column("items", decimals=0), Column("ratings", decimals=0)]
    return Table("agreement", columns, groups, notes)


def _values(rows: pl.DataFrame) -> dict[str, float | None]:
    found = {(r["coefficient"], r["weights"], r["marginals"]): r["value"] for r in rows.iter_rows(named=True)}
    return {header: found.get((name, weights, marginals)) for header, name, weights, marginals in COEFFICIENTS}


def paradox_note(what: str, values: Mapping[str, Any]) -> str | None:
    """Return a sentence where raters agree often and kappa is low all the same, else None.

    That happens when nearly all answers are one label: chance alone would agree nearly as often.
    """
    observed, kappa = values["agreement"], values["Fleiss' kappa"]
    if observed is None or kappa is None or observed < HIGH_AGREEMENT or kappa >= LOW_KAPPA:
        return None
    less_moved = "" if values["AC1"] is None else f" AC1, which lopsided labels move less, is {values['AC1']:.2f}."
    return (
        f"{what}: raters agree on {observed:.0%} of pairs of answers, yet kappa is {kappa:.2f}: most answers are one "
        f"label, so chance alone would agree nearly as often.{less_moved}"
    )
