"""What ArtECulture's tables and charts share: order and names of cultures, labels and settings, and how to say them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from analysis.errors import NothingToShowError
from analysis.marts import Marts

#: Settings as they stand in files, in the order of printing, with the words for readers.
SETTINGS = {
    "orig": "Orig.",
    "know": "Know.",
    "sft": "SFT",
    "internal_know": "Internal-Know.",
    "random_know": "Random-Know.",
    "cross_culture_know": "Cross-Culture-Know.",
}
MAIN = ("orig", "know", "sft")
#: Stands for the setting of a file that has no usable row to say it.
UNKNOWN_SETTING = "all"
ABLATION = ("orig", "internal_know", "random_know", "cross_culture_know", "know")
REGIONS = {"western": "Western", "non_western": "non-Western", "unknown": "region unknown"}
OWN_SET = "arteculture"
#: What a table's column over all cultures is called.
OVERALL = "overall"


def label_shares(marts: Marts) -> pl.DataFrame:
    """Return the labels of retained images per culture, in the scale's order.

    Raises NothingToShowError when no image is landed.
    """
    return some(
        marts.frame("arteculture_label_shares").filter(pl.col("population") == "retained"), "arteculture_label_shares"
    ).sort("culture_position", "label_position", nulls_last=True)


def cultures(present: Iterable[str]) -> list[str]:
    """Return the cultures in the order of printing, `all` last: English, Chinese, Arabic, then others by name."""
    known = ("english", "chinese", "arabic")
    return sorted(set(present), key=lambda c: (c == "all", known.index(c) if c in known else len(known), c))


def culture_name(culture: str) -> str:
    """Return a culture's column header."""
    return OVERALL if culture == "all" else culture.capitalize()


def settings(present: Iterable[str], wanted: Sequence[str] = tuple(SETTINGS)) -> list[str]:
    """Return those of the wanted settings that are present, in the wanted order."""
    there = set(present)
    return [setting for setting in wanted if setting in there]


def some(rows: pl.DataFrame, mart: str) -> pl.DataFrame:
    """Return the rows; raise NothingToShowError when none is left to show."""
    if rows.is_empty():
        raise NothingToShowError(f"marts.{mart} has no row to show. Land ArtECulture's files, then run dbt build.")
    return rows
