"""What MER-Bench's tables and charts show: the rows that are printed by default."""

from __future__ import annotations

import polars as pl

from analysis.errors import NothingToShowError
from analysis.marts import Marts

METRICS = ("vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes", "tas", "cfs", "sss", "rfs")


#: What is printed by default: released formulas of run means, replies that break the schema left out.
PRINTED_CONVENTION = "released-strict-run"


def printed_rows(marts: Marts, mart: str) -> pl.DataFrame:
    """Return the rows printed by default: recorded runs, and resampled ones of a configuration without recorded ones.

    Raises NothingToShowError when the mart holds neither.
    """
    rows = marts.frame(mart).filter(pl.col("convention_id") == PRINTED_CONVENTION)
    recorded = rows.filter(pl.col("run_source") == "recorded")
    resampled = rows.filter(
        (pl.col("run_source") == "resampled") & ~pl.col("configuration").is_in(recorded["configuration"].to_list())
    )
    shown = pl.concat([recorded, resampled])
    if shown.is_empty():
        raise NothingToShowError(f"marts.{mart} has no recorded and no resampled run: no verdict is landed.")
    return shown


def conventions_in_words(rows: pl.DataFrame) -> str:
    """Return the conventions of printed rows as a clause of a caption."""
    source = " and ".join(sorted(set(rows["run_source"])))
    runs = sorted({int(count) for count in rows["run_count"]})
    shown = str(runs[0]) if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    return (
        f"Released formulas, aggregates of run means; replies that break the schema left out; {source} runs "
        f"({shown}). ± is the standard deviation over runs: a spread over subsets, not a standard error."
    )
