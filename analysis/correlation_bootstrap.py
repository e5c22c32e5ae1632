"""BCa bootstrap intervals of SRCC, PLCC and KRCC over clusters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from analysis.correlation import Correlation, Floats, complete_pairs, krcc, plcc, srcc
from analysis.resampling import REPLICATES, bca_interval, generator, weight_chunks
from analysis.weighted_correlation import WeightedCorrelations

#: Numbers in one block of work: what a processor's cache holds.
_BLOCK = 1 << 17


def bca_correlations(
    x: Floats, y: Floats, clusters: NDArray[np.str_], key: Sequence[str], replicates: int = REPLICATES, seed: int = 0
) -> list[Correlation]:
    """Return srcc, plcc and krcc with BCa intervals: whole clusters are drawn with replacement, and left out in turn.

    x, y: shape (n,), NaN where missing; clusters: shape (n,), ids; key names the series and enters the seed.
    Pairs are sorted first, so the result does not depend on their order. Beside the statuses of the coefficient itself:
    single_cluster, constant (equal replicates), percentile_instead (BCa undefined, the percentile interval stands),
    undefined_replicates (more than 5 %: no interval).
    """
    points = [replace(point(x, y), ci_low=None, ci_high=None) for point in (srcc, plcc, krcc)]
    if points[0].value is None:
        return points
    kept = ~(np.isnan(x) | np.isnan(y))
    order = np.lexsort((y[kept], x[kept], clusters[kept]))
    x, y, _ = complete_pairs(x[kept][order], y[kept][order])
    names, place = np.unique(clusters[kept][order], return_inverse=True)
    if len(names) == 1:
        return [p if p.status == "boundary" else replace(p, status="single_cluster") for p in points]
    weighted = WeightedCorrelations(x, y)
    rows = _rows(len(x))
    drawn = [
        weighted.replicates(np.ascontiguousarray(weights[start : start + rows].T)[place])
        for weights in weight_chunks(generator("correlation", key, seed), len(names), replicates)
        for start in range(0, len(weights), rows)
    ]
    values, left_out = np.hstack(drawn), _jackknife(weighted, place, len(names))
    # By the replicates' own arithmetic, so that a replicate equal to the estimate is seen to be equal.
    estimates = weighted.replicates(np.ones((len(x), 1)))[:, 0]
    return [_with_interval(point, float(estimates[i]), values[i], left_out[i]) for i, point in enumerate(points)]


def _rows(pair_count: int) -> int:
    return min(256, max(16, _BLOCK // pair_count))


def _jackknife(weighted: WeightedCorrelations, place: NDArray[np.int64], cluster_count: int) -> Floats:
    rows = _rows(len(place))
    parts = []
    for start in range(0, cluster_count, rows):
        left_out = np.arange(start, min(start + rows, cluster_count))
        parts.append(weighted.replicates((place[:, None] != left_out[None, :]).astype(np.float64)))
    return np.hstack(parts)


def _with_interval(point: Correlation, estimate: float, replicates: Floats, left_out: Floats) -> Correlation:
    if point.status == "boundary":
        return point
    low, high, status = bca_interval(replicates, estimate, left_out)
    if status == "undefined_replicates":
        return replace(point, status=status)
    return replace(point, ci_low=low, ci_high=high, status=status)
