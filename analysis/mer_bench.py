"""What MER-Bench's tables and charts show: the rows that are printed by default."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from analysis.errors import NothingToShowError
from analysis.marts import Marts

METRICS = ("vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes", "tas", "cfs", "sss", "rfs")

#: What is printed by default: released formulas of run means, replies that break the schema left out. The gating option
#: that the build was made with ends the name of the convention, if it is not `keep`.
PRINTED_CONVENTION = "released-strict-run"
_PRINTED = (PRINTED_CONVENTION, f"{PRINTED_CONVENTION}-exclude", f"{PRINTED_CONVENTION}-cap")

_NEEDED = (
    "configuration", "run_source", "convention_id", "metric", "mean_pct", "sd_pct", "run_count", "output_count",
    "excluded_count",
)  # fmt: skip


def printed_rows(marts: Marts, mart: str, needed: Sequence[str] = ()) -> pl.DataFrame:
    """Return the rows printed by default: recorded runs, and resampled ones of a configuration without recorded ones.

    Raises NothingToShowError when the mart holds neither, AnalysisError when it lacks a needed column.
    """
    rows = marts.frame(mart, (*_NEEDED, *needed)).filter(pl.col("convention_id").is_in(_PRINTED))
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


def printed_conventions(mart: str) -> Callable[[Marts], tuple[str, ...]]:
    """Return what tells the conventions of a mart's numbers that are printed by default."""
    return lambda marts: tuple(sorted(set(printed_rows(marts, mart)["convention_id"])))


def runs_in_words(rows: pl.DataFrame) -> str:
    """Return how many runs of which source the rows are over: `10 recorded runs`, `5 to 10 recorded runs`."""
    counts = rows["run_count"].drop_nulls()
    low, high = (int(counts.min()), int(counts.max())) if len(counts) else (0, 0)  # type: ignore[arg-type]
    shown = str(low) if low == high else f"{low} to {high}"
    source = " and ".join(sorted(set(rows["run_source"])))
    return f"{shown} {source} run{'s' if high != 1 else ''}"


def runs_in_a_sentence(rows: pl.DataFrame) -> str:
    """Return what the means and spreads of printed rows are over, for a caption."""
    return (
        f"Over {runs_in_words(rows)}; ± is the sample standard deviation over runs: a spread over subsets of memes and "
        "not a standard error."
    )
