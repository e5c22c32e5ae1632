"""Ranks of systems with what is known about them: rank intervals, the group of the best, the probability of best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analysis.resampling import UNDEFINED_SHARE, Floats

Counts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

#: Family-wise error of the tests behind rank intervals.
LEVEL = 0.05


@dataclass(frozen=True)
class RankIntervals:
    """Bounds of each system's rank, simultaneously right in 95 %, and whether it can be told from the best.

    Bounds hold the rank by value, also where values and tests stand on different clusters.
    """

    low: Counts
    high: Counts
    is_in_best_group: Flags


def competition_ranks(values: npt.ArrayLike) -> Counts:
    """Return 1 + the number of higher values (1, 1, 3); 0 where the value is NaN, which has no rank."""
    given = np.asarray(values, dtype=np.float64)
    higher = np.sum(given[None, :] > given[:, None], axis=1)
    return np.where(np.isnan(given), 0, 1 + higher).astype(np.int64)


def rank_intervals(values: npt.ArrayLike, differences: npt.ArrayLike, p_adjusted: npt.ArrayLike) -> RankIntervals:
    """Return rank intervals from all-pairs tests (Mogstad, Romano, Shaikh and Wilhelm 2024).

    `values` of k systems; `differences[i, j]` is system i minus j and `p_adjusted[i, j]` its family-wise p, symmetric;
    NaN where two systems were not tested, which separates nobody. A system's rank is at least 1 + the number of
    systems significantly better and at most k - the number significantly worse. Bounds are widened to hold the rank by
    value, which tests on what two systems share may contradict. The best group holds all that the
    system of the highest value is not significantly better than; where several share it, than any of them.
    """
    given = np.asarray(values, dtype=np.float64)
    gap = np.asarray(differences, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        is_tested = np.asarray(p_adjusted, dtype=np.float64) <= LEVEL
        better, worse = is_tested & (gap < 0), is_tested & (gap > 0)
        best = given == np.nanmax(given, initial=-np.inf)
    ranks = competition_ranks(given)
    return RankIntervals(
        np.minimum(1 + better.sum(axis=1), np.where(ranks > 0, ranks, given.size)).astype(np.int64),
        np.maximum(given.size - worse.sum(axis=1), ranks).astype(np.int64),
        best | ~better[:, best].any(axis=1),
    )


def best_probabilities(replicates: npt.ArrayLike) -> Floats:
    """Return the share of replicates in which each system is best, ties split equally; they sum to 1.

    `replicates` has shape (systems, replicates), drawn jointly. Replicates in which a system is undefined are left out;
    with more than 5 % of them all shares are NaN.
    """
    drawn = np.atleast_2d(np.asarray(replicates, dtype=np.float64))
    defined = ~np.isnan(drawn).any(axis=0)
    kept = int(np.count_nonzero(defined))
    if not kept or drawn.shape[1] - kept > UNDEFINED_SHARE * drawn.shape[1]:
        return np.full(drawn.shape[0], np.nan)
    top = drawn[:, defined]
    leads = top == top.max(axis=0)
    ways = leads.sum(axis=0)
    # Counted by the number of leaders, so that no order of sums decides a digit.
    shares = [np.count_nonzero(leads & (ways == size), axis=1) / size for size in range(1, drawn.shape[0] + 1)]
    probabilities: Floats = np.sum(shares, axis=0) / kept
    return probabilities
