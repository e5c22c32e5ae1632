"""Comparing two systems on the clusters that both have, and correcting a family of comparisons.

Arrays have shape (pairs, clusters): sums and counts of the units of system a and of system b, all 0 in a cluster that
the two do not share. The difference is mean a - mean b, each a ratio of sums. An undefined number is NaN.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import bdtr, ndtri, stdtr, stdtrit

from analysis.intervals import ROUNDING
from analysis.resampling import REPLICATES, Floats, Texts, on_grid

Counts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

#: Up to this many clusters all sign patterns are enumerated.
EXACT_CLUSTERS = 16

#: A flipped sum this close to the observed one is as extreme.
TIE = 1e-12

_BLOCK = 1 << 22


@dataclass(frozen=True)
class PairedSums:
    """Sums and counts of pairs of systems, each of shape (pairs, clusters), 0 where a pair does not share a cluster."""

    sums_a: Floats
    counts_a: Floats
    sums_b: Floats
    counts_b: Floats

    @classmethod
    def of(
        cls, sums_a: npt.ArrayLike, counts_a: npt.ArrayLike, sums_b: npt.ArrayLike, counts_b: npt.ArrayLike
    ) -> PairedSums:
        """Keep the clusters in which both have units: a system alone in a cluster is not compared there."""
        given = [np.atleast_2d(np.asarray(part, dtype=np.float64)) for part in (sums_a, counts_a, sums_b, counts_b)]
        shared = (given[1] > 0) & (given[3] > 0)
        return cls(*(np.where(shared, part, 0.0) for part in given))

    @property
    def is_shared(self) -> Flags:
        """Which clusters each pair shares, shape (pairs, clusters)."""
        return self.counts_a > 0

    @property
    def cluster_counts(self) -> Counts:
        """Number of shared clusters of each pair."""
        return np.asarray(np.count_nonzero(self.is_shared, axis=1), dtype=np.int64)


def ratio_means(sums: Floats, counts: Floats) -> Floats:
    """Return the mean over units of each row, from exact sums; NaN without units."""
    total, units = on_grid(sums, sums.shape[1]).sum(axis=1), counts.sum(axis=1)
    means: Floats = np.divide(total, units, out=np.full(units.shape, np.nan), where=units > 0)
    return means


def _shares(part: Floats, counts: Floats) -> Floats:
    """Return parts of each row's units; 0 where it has none."""
    units = counts.sum(axis=1, keepdims=True)
    shares: Floats = np.divide(part, units, out=np.zeros(part.shape), where=units > 0)
    return shares


def influences(pairs: PairedSums) -> Floats:
    """Return each cluster's share of the deviation of the difference, shape (pairs, clusters): rows sum to 0.

    Rows whose deviations are rounding only are 0.
    """
    deviations = np.zeros(pairs.sums_a.shape)
    scale = np.zeros(pairs.sums_a.shape[0])
    for sign, sums, counts in ((1, pairs.sums_a, pairs.counts_a), (-1, pairs.sums_b, pairs.counts_b)):
        means = np.nan_to_num(ratio_means(sums, counts))[:, None]
        deviations += sign * _shares(sums - means * counts, counts)
        scale += np.max(np.abs(_shares(sums, counts)), axis=1, initial=0.0)
    deviations[np.max(np.abs(deviations), axis=1, initial=0.0) <= ROUNDING * scale] = 0.0
    return deviations


def cluster_differences(pairs: PairedSums) -> Floats:
    """Return each cluster's share of the difference, shape (pairs, clusters), NaN where not shared.

    Rows sum to the difference. Measured from the pooled mean, so that adding a constant to every score changes nothing
    even where the two systems have unequal numbers of units; with equal numbers the pooled mean cancels and this is
    (sum a - sum b) / N.
    """
    pooled = np.nan_to_num(
        ratio_means(np.hstack([pairs.sums_a, pairs.sums_b]), np.hstack([pairs.counts_a, pairs.counts_b]))
    )[:, None]
    shares_a, shares_b = _shares(pairs.counts_a, pairs.counts_a), _shares(pairs.counts_b, pairs.counts_b)
    centre = np.where(np.any(shares_a != shares_b, axis=1, keepdims=True), pooled, 0.0)
    differences = _shares(pairs.sums_a - centre * pairs.counts_a, pairs.counts_a)
    differences -= _shares(pairs.sums_b - centre * pairs.counts_b, pairs.counts_b)
    return np.where(pairs.is_shared, differences, np.nan)


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
    clusters = pairs.cluster_counts
    mean_a, mean_b = ratio_means(pairs.sums_a, pairs.counts_a), ratio_means(pairs.sums_b, pairs.counts_b)
    difference = mean_a - mean_b
    several = clusters > 1
    degrees = np.where(several, clusters - 1, np.nan)
    deviations = influences(pairs)
    se = np.sqrt((degrees + 1) / degrees * on_grid(deviations**2, deviations.shape[1]).sum(axis=1))
    same = (clusters > 0) & np.all((pairs.sums_a == pairs.sums_b) & (pairs.counts_a == pairs.counts_b), axis=1)
    # Where nothing varies a difference at rounding level is none.
    same |= (se == 0) & (np.abs(difference) <= ROUNDING * (np.abs(mean_a) + np.abs(mean_b)))
    difference[same] = 0.0
    se[same & several] = 0.0
    ratio = np.divide(difference, se, out=np.full(se.shape, np.nan), where=se > 0)
    p_value = np.where(same, 1.0, 2 * stdtr(degrees, -np.abs(ratio)))
    half = stdtrit(degrees, 0.975) * se
    status = np.select(
        [clusters == 0, same, ~several, se == 0],
        ["no_shared_clusters", "identical", "one_cluster", "constant_difference"],
        "ok",
    ).astype("U24")
    return PairedTest(
        difference,
        se,
        difference - half,
        difference + half,
        p_value,
        ratio / np.sqrt(clusters, where=several, out=np.ones(se.shape)),
        (ndtri(0.975) + ndtri(0.8)) * se,
        np.abs(difference) + stdtrit(degrees, 0.95) * se,
        status,
    )


def equivalence_p(
    difference: npt.ArrayLike, se: npt.ArrayLike, cluster_count: npt.ArrayLike, margin: npt.ArrayLike
) -> Floats:
    """Return the p of two one-sided t tests that the difference lies within ± margin (Schuirmann 1987).

    The larger of the two p; NaN where no margin is registered or there is no standard error.
    """
    room, error, degrees = np.broadcast_arrays(
        np.asarray(margin, dtype=np.float64) - np.abs(np.asarray(difference, dtype=np.float64)),
        np.asarray(se, dtype=np.float64),
        np.asarray(cluster_count, dtype=np.float64) - 1,
    )
    ratio = np.divide(room, error, out=np.full(room.shape, np.nan), where=error > 0)
    p_value: Floats = stdtr(np.where(degrees > 0, degrees, np.nan), -ratio)
    return p_value


def sign_flip_p(differences: npt.ArrayLike, chance: np.random.Generator, replicates: int = REPLICATES) -> Floats:
    """Return the two-sided p that the signs of the clusters' differences are random, shape (pairs,).

    `differences` has shape (pairs, clusters), NaN where a pair does not share a cluster. Exact up to 16 clusters: the
    share of all 2^C sign patterns, the observed one included, whose sum is at least as extreme. Else (1 + hits) /
    (B + 1) over B random patterns, the same for all pairs. Sums within a relative 1e-12 of the observed one count as
    hits. NaN without a shared cluster.
    """
    given = np.atleast_2d(np.asarray(differences, dtype=np.float64))
    is_shared = ~np.isnan(given)
    sizes = np.count_nonzero(is_shared, axis=1)
    shares = on_grid(np.where(is_shared, given, 0.0), given.shape[1])
    needed = np.abs(shares.sum(axis=1)) * (1 - TIE)
    p_values = np.full(given.shape[0], np.nan)
    for size in np.unique(sizes[(sizes > 0) & (sizes <= EXACT_CLUSTERS)]):
        rows = np.flatnonzero(sizes == size)
        p_values[rows] = _exact_p(shares[rows][is_shared[rows]].reshape(rows.size, size), needed[rows])
    rest = np.flatnonzero(sizes > EXACT_CLUSTERS)
    if rest.size:
        p_values[rest] = _drawn_p(shares[rest], needed[rest], chance, replicates)
    return p_values


def _exact_p(shares: Floats, needed: Floats) -> Floats:
    """Enumerate signs. A pattern and its mirror image are equally extreme, so half of them is enough."""
    half = np.array(list(itertools.product((1.0, -1.0), repeat=shares.shape[1] - 1)))
    signs = np.hstack([np.ones((half.shape[0], 1)), half.reshape(half.shape[0], -1)])
    hits = np.zeros(shares.shape[0], dtype=np.int64)
    rows = max(1, _BLOCK // signs.shape[0])
    for start in range(0, hits.size, rows):
        block = slice(start, start + rows)
        hits[block] = np.count_nonzero(np.abs(signs @ shares[block].T) >= needed[block], axis=0)
    p_values: Floats = hits / signs.shape[0]
    return p_values


def _drawn_p(shares: Floats, needed: Floats, chance: np.random.Generator, replicates: int) -> Floats:
    count, clusters = shares.shape
    hits = np.zeros(count, dtype=np.int64)
    rows = max(1, _BLOCK // max(clusters, count))
    for start in range(0, replicates, rows):
        size = min(rows, replicates - start)
        signs = chance.integers(0, 2, size=(size, clusters), dtype=np.int64) * 2.0 - 1.0
        hits += np.count_nonzero(np.abs(shares @ signs.T) >= needed[:, None], axis=1)
    p_values: Floats = (1 + hits) / (replicates + 1)
    return p_values


def mcnemar_p(pairs: PairedSums) -> Floats:
    """Return McNemar's exact p, shape (pairs,): binomial over the clusters where one system hits and the other not.

    NaN unless every outcome is 0 or 1 with one unit a cluster. 1 where the systems never differ.
    """
    hit_a, hit_b = pairs.sums_a == 1, pairs.sums_b == 1
    fits = (hit_a | (pairs.sums_a == 0)) & (hit_b | (pairs.sums_b == 0))
    fits &= ((pairs.counts_a == 1) & (pairs.counts_b == 1)) | ~pairs.is_shared
    only_a = np.count_nonzero(hit_a & ~hit_b, axis=1)
    only_b = np.count_nonzero(hit_b & ~hit_a, axis=1)
    fewer, both = np.minimum(only_a, only_b), only_a + only_b
    p_value = np.where(both > 0, np.minimum(1.0, 2 * bdtr(fewer, np.maximum(both, 1), 0.5)), 1.0)
    return np.where(np.all(fits, axis=1) & (pairs.cluster_counts > 0), p_value, np.nan)


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
