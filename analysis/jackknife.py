"""The jackknife over clusters: Student's interval of any statistic from its values with each cluster left out."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from scipy import stats

from analysis.intervals import ClusterSums, cluster_t, wilson_effective
from analysis.resampling import Floats

#: A statistic that is undefined without some cluster has no interval when this happens more often.
MOST_UNDEFINED = 0.05


class Estimate(NamedTuple):
    """A value with its 95 % interval; NaN where undefined, and then `status` says why.

    `n` counts units, `clusters` what is left out together; `p` is two-sided against 0 where that means something.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    p: float = math.nan
    n: int = 0
    clusters: int = 0
    method: str = "none"
    status: str = "ok"


def undefined(status: str, n: int, clusters: int = 0) -> Estimate:
    """Return an estimate without a value, and why."""
    return Estimate(math.nan, n=n, clusters=clusters, status=status)


def jackknife_t(value: float, left_out: Floats, n: int, low: float = -math.inf, high: float = math.inf) -> Estimate:
    """Return value ± t(C - 1) se, se from the values with each of C clusters left out (Tukey 1958). Shape (C,).

    `low` and `high` are what the statistic can be: the interval never leaves them. Status `boundary`: no cluster moves
    the value, so there is no spread to see; `one_cluster` and `undefined_replicates` leave the interval out.
    """
    count = len(left_out)
    if math.isnan(value):
        return undefined("undefined", n, count)
    if count < 2:
        return Estimate(value, n=n, clusters=count, status="one_cluster")
    defined = left_out[~np.isnan(left_out)]
    kept = len(defined)
    if kept < 2 or kept < (1 - MOST_UNDEFINED) * count:
        return Estimate(value, n=n, clusters=count, status="undefined_replicates")
    spread = defined - math.fsum(defined.tolist()) / kept
    se = math.sqrt((kept - 1) / kept * math.fsum((spread * spread).tolist()))
    if se <= 1e-12 * max(1.0, abs(value)):
        return Estimate(value, value, value, 1.0 if value == 0 else math.nan, n, count, "jackknife_t", "boundary")
    reach = float(stats.t.ppf(0.975, kept - 1)) * se
    p = float(2 * stats.t.sf(abs(value) / se, kept - 1))
    return Estimate(value, max(low, value - reach), min(high, value + reach), p, n, count, "jackknife_t")


def mean_estimate(units: ClusterSums) -> Estimate:
    """Return a mean of units with its cluster-t interval and the p of the mean being 0."""
    clusters, n = units.counts.size, int(units.unit_count)
    if not n:
        return undefined("no_units", 0)
    found = cluster_t(units)
    if found.status == "one_cluster":
        return Estimate(units.mean, n=n, clusters=clusters, status="one_cluster")
    if found.status == "constant":
        p = 1.0 if units.mean == 0 else math.nan
        return Estimate(units.mean, found.low, found.high, p, n, clusters, "cluster_t", "boundary")
    p = float(2 * stats.t.sf(abs(units.mean) / found.se, clusters - 1))
    return Estimate(units.mean, found.low, found.high, p, n, clusters, "cluster_t")


def share_estimate(units: ClusterSums) -> Estimate:
    """Return a share of units with Wilson's interval at the effective number of units."""
    clusters, n = units.counts.size, int(units.unit_count)
    if not n:
        return undefined("no_units", 0)
    found = wilson_effective(units)
    method = "wilson_effective" if found.status == "ok" else "none"
    return Estimate(units.mean, found.low, found.high, math.nan, n, clusters, method, found.status)
