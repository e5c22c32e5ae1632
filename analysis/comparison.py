"""Comparing two systems on the clusters that both have, and correcting a family of comparisons.

Arrays have shape (pairs, clusters): sums and counts of the units of system a and of system b, counts all above 0. The
difference is mean a - mean b, each a ratio of sums. An undefined number is NaN.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import bdtr, ndtri, stdtr, stdtrit

from analysis.intervals import ROUNDING
from analysis.resampling import REPLICATES, Floats, Texts, on_grid

#: Up to this many clusters all sign patterns are enumerated.
EXACT_CLUSTERS = 16

#: A flipped sum this close to the observed one is as extreme.
TIE = 1e-12

_BLOCK = 1 << 22


@dataclass(frozen=True)
class PairedSums:
    """Sums and counts of pairs of systems on shared clusters, each of shape (pairs, clusters), counts above 0."""

    sums_a: Floats
    counts_a: Floats
    sums_b: Floats
    counts_b: Floats

    @classmethod
    def of(
        cls, sums_a: npt.ArrayLike, counts_a: npt.ArrayLike, sums_b: npt.ArrayLike, counts_b: npt.ArrayLike
    ) -> PairedSums:
        """Return them as two-dimensional arrays of doubles."""
        given = (np.atleast_2d(np.asarray(part, dtype=np.float64)) for part in (sums_a, counts_a, sums_b, counts_b))
        return cls(*given)

    @property
    def cluster_count(self) -> int:
        """Number of shared clusters."""
        return int(self.sums_a.shape[1])


def ratio_means(sums: Floats, counts: Floats) -> Floats:
    """Return the mean over units of each row, from exact sums; NaN without units."""
    total, units = on_grid(sums, sums.shape[1]).sum(axis=1), counts.sum(axis=1)
    means: Floats = np.divide(total, units, out=np.full(units.shape, np.nan), where=units > 0)
    return means


def influences(pairs: PairedSums) -> Floats:
    """Return each cluster's share of the deviation of the difference, shape (pairs, clusters): rows sum to 0."""
    units_a = pairs.counts_a.sum(axis=1, keepdims=True)
    units_b = pairs.counts_b.sum(axis=1, keepdims=True)
    means_a = ratio_means(pairs.sums_a, pairs.counts_a)[:, None]
    means_b = ratio_means(pairs.sums_b, pairs.counts_b)[:, None]
    deviations: Floats = (pairs.sums_a - means_a * pairs.counts_a) / units_a
    deviations -= (pairs.sums_b - means_b * pairs.counts_b) / units_b
    scale = (np.abs(pairs.sums_a) / units_a).max(axis=1) + (np.abs(pairs.sums_b) / units_b).max(axis=1)
    deviations[np.abs(deviations).max(axis=1) <= ROUNDING * scale] = 0.0
    return deviations


def cluster_differences(pairs: PairedSums) -> Floats:
    """Return each cluster's share of the difference, shape (pairs, clusters): rows sum to the difference.

    Measured from the pooled mean, so that adding a constant to every score changes nothing even where the two systems
    have unequal numbers of units; with equal numbers the pooled mean cancels and this is (sum a - sum b) / N.
    """
    units_a = pairs.counts_a.sum(axis=1, keepdims=True)
    units_b = pairs.counts_b.sum(axis=1, keepdims=True)
    pooled = ratio_means(
        np.concatenate([pairs.sums_a, pairs.sums_b], axis=1), np.concatenate([pairs.counts_a, pairs.counts_b], axis=1)
    )[:, None]
    unequal = np.any(pairs.counts_a * units_b != pairs.counts_b * units_a, axis=1, keepdims=True)
    centre = np.where(unequal, pooled, 0.0)
    shares: Floats = (pairs.sums_a - centre * pairs.counts_a) / units_a
    shares -= (pairs.sums_b - centre * pairs.counts_b) / units_b
    return shares


@dataclass(frozen=True)
class PairedTest:
    """The CR1-t test of differences, arrays of shape (pairs,).

    `effect_size` is the difference in standard deviations of the clusters' differences; `detectable` the least
    difference that a two-sided 5 % test finds with 80 % power; `margin` the least margin of equivalence that two
    one-sided 5 % tests pass.
    """

    difference: Floats
    se: Floats
    low: Floats
    high: Floats
    p_value: Floats
    effect_size: Floats
    detectable: Floats
    margin: Floats
    status: Texts


def paired_test(pairs: PairedSums) -> PairedTest:
    """Compare on shared clusters by the CR1 standard error of the paired difference, t on C - 1 degrees of freedom.

    Status: `ok`; `no_shared_clusters`, `one_cluster` (no interval, no p); `identical` (every cluster equal: difference
    0, p 1); `constant_difference` (every cluster differs by the same: a point, p undefined).
    """
    count, clusters = pairs.sums_a.shape
    nothing = np.full(count, np.nan)
    unknown = (nothing, nothing, nothing)
    if clusters == 0:
        status = np.full(count, "no_shared_clusters", dtype="U24")
        return PairedTest(nothing, *unknown, nothing, *unknown, status)
    difference = ratio_means(pairs.sums_a, pairs.counts_a) - ratio_means(pairs.sums_b, pairs.counts_b)
    same = np.all((pairs.sums_a == pairs.sums_b) & (pairs.counts_a == pairs.counts_b), axis=1)
    difference[same] = 0.0
    if clusters == 1:
        status = np.where(same, "identical", "one_cluster").astype("U24")
        p_value = np.where(same, 1.0, np.nan)
        return PairedTest(difference, *unknown, p_value, *unknown, status)
    deviations = influences(pairs)
    se = np.sqrt(clusters / (clusters - 1) * on_grid(deviations**2, clusters).sum(axis=1))
    se[same] = 0.0
    varies = se > 0
    # Where nothing varies a difference at rounding level is none.
    scale = np.abs(ratio_means(pairs.sums_a, pairs.counts_a)) + np.abs(ratio_means(pairs.sums_b, pairs.counts_b))
    same |= ~varies & (np.abs(difference) <= ROUNDING * scale)
    difference[same] = 0.0
    ratio = np.divide(difference, se, out=nothing.copy(), where=varies)
    p_value = 2 * stdtr(clusters - 1, -np.abs(ratio))
    p_value[same] = 1.0
    half = float(stdtrit(clusters - 1, 0.975)) * se
    status = np.where(varies, "ok", np.where(same, "identical", "constant_difference")).astype("U24")
    return PairedTest(
        difference,
        se,
        difference - half,
        difference + half,
        p_value,
        ratio / math.sqrt(clusters),
        (ndtri(0.975) + ndtri(0.8)) * se,
        np.abs(difference) + float(stdtrit(clusters - 1, 0.95)) * se,
        status,
    )


def equivalence_p(difference: npt.ArrayLike, se: npt.ArrayLike, cluster_count: int, margin: npt.ArrayLike) -> Floats:
    """Return the p of two one-sided t tests that the difference lies within ± margin (Schuirmann 1987).

    The larger of the two p; NaN where no margin is registered or there is no standard error.
    """
    error = np.asarray(se, dtype=np.float64)
    room = np.asarray(margin, dtype=np.float64) - np.abs(np.asarray(difference, dtype=np.float64))
    if cluster_count < 2:
        return np.full(np.broadcast(room, error).shape, np.nan)
    ratio = np.divide(room, error, out=np.full(np.broadcast(room, error).shape, np.nan), where=error > 0)
    p_value: Floats = stdtr(cluster_count - 1, -ratio)
    return p_value


def sign_flip_p(differences: npt.ArrayLike, chance: np.random.Generator, replicates: int = REPLICATES) -> Floats:
    """Return the two-sided p that the signs of the clusters' differences are random, shape (pairs,).

    `differences` has shape (pairs, clusters). Exact up to 16 clusters: the share of all 2^C sign patterns, the
    observed one included, whose sum is at least as extreme. Else (1 + hits) / (B + 1) over B random patterns, the
    same for all pairs. Sums within a relative 1e-12 of the observed one count as hits.
    """
    given = np.atleast_2d(np.asarray(differences, dtype=np.float64))
    count, clusters = given.shape
    if clusters == 0:
        return np.full(count, np.nan)
    shares = on_grid(given, clusters)
    needed = np.abs(shares.sum(axis=1)) * (1 - TIE)
    hits = np.zeros(count, dtype=np.int64)
    if clusters <= EXACT_CLUSTERS:
        # A pattern and its mirror image are equally extreme, so half of them is enough.
        half = np.array(list(itertools.product((1.0, -1.0), repeat=clusters - 1))).reshape(-1, clusters - 1)
        signs = np.hstack([np.ones((half.shape[0], 1)), half])
        rows = max(1, _BLOCK // signs.shape[0])
        for start in range(0, count, rows):
            block = slice(start, start + rows)
            hits[block] = np.count_nonzero(np.abs(signs @ shares[block].T) >= needed[block], axis=0)
        exact: Floats = hits / signs.shape[0]
        return exact
    rows = max(1, _BLOCK // max(clusters, count))
    for start in range(0, replicates, rows):
        size = min(rows, replicates - start)
        signs = chance.integers(0, 2, size=(size, clusters), dtype=np.int64) * 2.0 - 1.0
        hits += np.count_nonzero(np.abs(signs @ shares.T) >= needed, axis=0)
    drawn: Floats = (1 + hits) / (replicates + 1)
    return drawn


def mcnemar_p(pairs: PairedSums) -> Floats:
    """Return McNemar's exact p, shape (pairs,): binomial over the clusters where one system hits and the other not.

    NaN unless every outcome is 0 or 1 with one unit a cluster. 1 where the systems never differ.
    """
    hit_a, hit_b = pairs.sums_a == 1, pairs.sums_b == 1
    fits = (hit_a | (pairs.sums_a == 0)) & (hit_b | (pairs.sums_b == 0))
    fits &= (pairs.counts_a == 1) & (pairs.counts_b == 1)
    only_a = np.count_nonzero(hit_a & ~hit_b, axis=1)
    only_b = np.count_nonzero(hit_b & ~hit_a, axis=1)
    fewer, both = np.minimum(only_a, only_b), only_a + only_b
    p_value = np.where(both > 0, np.minimum(1.0, 2 * bdtr(fewer, np.maximum(both, 1), 0.5)), 1.0)
    return np.where(np.all(fits, axis=1) & (pairs.cluster_count > 0), p_value, np.nan)


def holm(p_values: npt.ArrayLike) -> Floats:
    """Return p values adjusted for the family by Holm's step-down (1979), at most 1; NaN stays and is no test."""
    given = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(given.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(given))
    order = tested[np.argsort(given[tested], kind="stable")]
    steps = given[order] * np.arange(order.size, 0, -1)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(steps))
    return adjusted


def benjamini_hochberg(p_values: npt.ArrayLike) -> Floats:
    """Return p values adjusted for the false discovery rate (Benjamini and Hochberg 1995); NaN stays, is no test."""
    given = np.asarray(p_values, dtype=np.float64)
    adjusted = np.full(given.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(given))
    order = tested[np.argsort(given[tested], kind="stable")][::-1]
    steps = given[order] * order.size / np.arange(order.size, 0, -1)
    adjusted[order] = np.minimum(1.0, np.minimum.accumulate(steps))
    return adjusted
