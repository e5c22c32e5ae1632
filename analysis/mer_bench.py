"""What MER-Bench's tables and charts show: the rows that are printed by default."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analysis.errors import NothingToShowError
from analysis.marts import Marts

METRICS = ("vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes", "tas", "cfs", "sss", "rfs")

#: What is printed by default: released formulas of run means, replies that break the schema left out.
PRINTED_CONVENTION = "released-strict-run"

_NEEDED = (
    "configuration", "run_source", "convention_id", "metric", "mean_pct", "sd_pct", "run_count", "output_count",
    "excluded_count",
)  # fmt: skip


def printed_rows(marts: Marts, mart: str, needed: Sequence[str] = ()) -> pl.DataFrame:
    """Return the rows printed by default: recorded runs, and resampled ones of a configuration without recorded ones.

    Raises NothingToShowError when the mart holds neither, AnalysisError when it lacks a needed column.
    """
    rows = marts.frame(mart, (*_NEEDED, *needed)).filter(pl.col("convention_id") == PRINTED_CONVENTION)
    recorded = rows.filter(pl.col("run_source") == "recorded")
    resampled = rows.filter(
        (pl.col("run_source") == "resampled") & ~pl.col("configuration").is_in(recorded["configuration"].to_list())
    )
    shown = pl.concat([recorded, resampled])
    if shown.is_empty():
        raise NothingToShowError(
            f"marts.{mart} has no recorded and no resampled run of convention {PRINTED_CONVENTION}: "
            "no verdict is landed."
        )
    return shown


def runs_in_words(rows: pl.DataFrame) -> str:
    """Return how many runs of which source the rows are over: `10 recorded runs`, `5 to 10 recorded runs`."""
    counts = rows["run_count"].drop_nulls()
    low, high = (int(counts.min()), int(counts.max())) if len(counts) else (0, 0)  # type: ignore[arg-type]
    shown = str(low) if low == high else f"{low} to {high}"
    source = " and ".join(sorted(set(rows["run_source"])))
    return f"{shown} {source} run{'s' if high != 1 else ''}"


def conventions_in_words(rows: pl.DataFrame) -> str:
    """Return the conventions of printed rows as sentences of a caption."""
    return (
        "Released formulas (definition released), aggregates of run means (grain run), replies that break the schema "
        f"left out (coercion strict), {runs_in_words(rows)}. ± is the sample standard deviation over runs: a spread "
        "over subsets of memes and not a standard error."
    )
