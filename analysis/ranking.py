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

    `is_contradicted`: the rank by value lies outside what the tests leave, and the bounds are widened to hold it.
    """

    low: Counts
    high: Counts
    is_in_best_group: Flags
    is_contradicted: Flags


def competition_ranks(values: npt.ArrayLike) -> Counts:
    """Return 1 + the number of higher values (1, 1, 3); 0 where the value is NaN, which has no rank."""
    given = np.asarray(values, dtype=np.float64)
    higher = np.sum(given[None, :] > given[:, None], axis=1)
    return np.where(np.isnan(given), 0, 1 + higher).astype(np.int64)


def rank_intervals(values: npt.ArrayLike, differences: npt.ArrayLike, p_adjusted: npt.ArrayLike) -> RankIntervals:
    """Return rank intervals from all-pairs tests (Mogstad, Romano, Shaikh and Wilhelm 2024).

    `values` of k systems; `differences[i, j]` is system i minus j and `p_adjusted[i, j]` its family-wise p, symmetric;
    NaN where two systems were not tested, which separates nobody. A system's rank is at least 1 + the number of
    systems significantly better and at most k - the number significantly worse. Tests on what two systems
    share may contradict the rank by value, over each one's own; the bounds then hold both. The best group holds all
    that the system of the highest value is not significantly better than; where several share it, than any of them.
    """
    given = np.asarray(values, dtype=np.float64)
    gap = np.asarray(differences, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        is_tested = np.asarray(p_adjusted, dtype=np.float64) <= LEVEL
        better, worse = is_tested & (gap < 0), is_tested & (gap > 0)
        best = given == np.nanmax(given, initial=-np.inf)
    ranks = competition_ranks(given)
    low, high = 1 + better.sum(axis=1), given.size - worse.sum(axis=1)
    is_contradicted = (ranks > 0) & ((ranks < low) | (ranks > high))
    return RankIntervals(
        np.where(is_contradicted, np.minimum(low, ranks), low).astype(np.int64),
        np.where(is_contradicted, np.maximum(high, ranks), high).astype(np.int64),
        best | ~better[:, best].any(axis=1),
        is_contradicted,
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
