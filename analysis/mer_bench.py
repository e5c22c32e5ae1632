"""What MER-Bench's tables and charts show: the rows that are printed by default."""

from __future__ import annotations

import polars as pl

from analysis.marts import Marts

METRICS = ("vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes", "tas", "cfs", "sss", "rfs")


def printed_rows(marts: Marts, mart: str) -> pl.DataFrame:
    """Return the rows printed by default: released formulas of run means, strict reading, recorded runs if landed."""
    rows = marts.frame(mart).filter(
        (pl.col("definition") == "released") & (pl.col("grain") == "run") & (pl.col("coercion") == "strict")
    )
    recorded = rows.filter(pl.col("run_source") == "recorded")
    return recorded if not recorded.is_empty() else rows.filter(pl.col("run_source") == "resampled")


def conventions_in_words(rows: pl.DataFrame) -> str:
    """Return the conventions of printed rows as a clause of a caption."""
    source = rows["run_source"][0]
    runs = sorted({int(count) for count in rows["run_count"]})
    shown = str(runs[0]) if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    return (
        f"Released formulas, aggregates of run means; replies that break the schema left out; {source} runs "
        f"({shown}). ± is the standard deviation over runs: a spread over subsets, not a standard error."
    )
