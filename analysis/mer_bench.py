"""What MER-Bench's tables and charts show: the rows that are printed by default."""

from __future__ import annotations

import polars as pl

from analysis.errors import NothingToShowError
from analysis.marts import Marts

METRICS = ("vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes", "tas", "cfs", "sss", "rfs")
_NEEDED = (
    "experiment", "configuration", "definition", "coercion", "grain", "run_source", "system_id", "metric", "mean_pct",
    "sd_pct", "run_count", "output_count", "excluded_count", "row_order",
)  # fmt: skip


def printed_rows(marts: Marts, mart: str) -> pl.DataFrame:
    """Return the rows printed by default: released formulas of run means, strict reading, recorded runs if landed.

    Raises NothingToShowError when there are none.
    """
    rows = marts.frame(mart, _NEEDED).filter(
        (pl.col("definition") == "released") & (pl.col("grain") == "run") & (pl.col("coercion") == "strict")
    )
    for run_source in ("recorded", "resampled"):
        shown = rows.filter(pl.col("run_source") == run_source)
        if not shown.is_empty():
            return shown
    raise NothingToShowError(
        f"marts.{mart} has no row of definition released, grain run, coercion strict over recorded or resampled runs."
    )


def runs_in_words(rows: pl.DataFrame) -> str:
    """Return how many runs of which source the rows are over: `10 recorded runs`, `5 to 10 recorded runs`."""
    counts = rows["run_count"].drop_nulls()
    low, high = (int(counts.min()), int(counts.max())) if len(counts) else (0, 0)  # type: ignore[arg-type]
    shown = str(low) if low == high else f"{low} to {high}"
    return f"{shown} {rows['run_source'][0]} run{'s' if high != 1 else ''}"


def conventions_in_words(rows: pl.DataFrame) -> str:
    """Return the conventions of printed rows as sentences of a caption."""
    return (
        f"Released formulas (definition released), aggregates of run means (grain run), replies that break the schema "
        f"left out (coercion strict), {runs_in_words(rows)}. ± is the sample standard deviation over runs: a spread "
        "over subsets of memes and not a standard error."
    )
