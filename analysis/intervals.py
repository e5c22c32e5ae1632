"""Intervals of a mean from sufficient statistics per cluster: 95 %, two-sided.

Arrays have shape (clusters,): the sum of a cluster's units, the sum of their squares, and their number. Clusters
without units are left out. An undefined interval is NaN with a status that says why.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri, stdtrit

from analysis.resampling import Floats

#: The quantile as papers print it.
PRINTED_Z = 1.959964
Z = float(ndtri(0.975))

#: A spread below this share of the largest value is rounding, not spread.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Interval:
    """Bounds and standard error of one mean; NaN where undefined, and `status` says why."""

    low: float
    high: float
    se: float
    status: str


@dataclass(frozen=True)
class ClusterSums:
    """A system's units by cluster: sums, sums of squares (None where not known) and counts, all counts above 0."""

    sums: Floats
    squares: Floats | None
    counts: Floats

    @classmethod
    def of(cls, sums: npt.ArrayLike, squares: npt.ArrayLike | None, counts: npt.ArrayLike) -> ClusterSums:
        """Return them without the clusters that have no unit. A NaN among the squares makes them unknown."""
        units = np.asarray(counts, dtype=np.float64)
        has = units > 0
        known = None if squares is None else np.asarray(squares, dtype=np.float64)[has]
        if known is not None and np.isnan(known).any():
            known = None
        return cls(np.asarray(sums, dtype=np.float64)[has], known, units[has])

    @property
    def unit_count(self) -> float:
        """Number of units."""
        return float(self.counts.sum())

    @property
    def mean(self) -> float:
        """Mean over units, correctly rounded; NaN without units."""
        return math.fsum(self.sums) / self.unit_count if self.counts.size else math.nan

    @property
    def is_rate(self) -> bool:
        """Whether every unit is 0 or 1: on [0, 1] only those equal their squares."""
        return (
            self.squares is not None
            and bool(np.all(self.sums == self.squares))
            and bool(np.all((self.sums >= 0) & (self.sums <= self.counts) & (self.sums == np.rint(self.sums))))
        )


def _undefined(status: str) -> Interval:
    return Interval(math.nan, math.nan, math.nan, status)


def normal(units: ClusterSums) -> Interval:
    """Return mean ± 1.959964 sd / sqrt(units), as papers print it: units as if they were independent.

    Undefined without sums of squares (`no_sum_squares`), units (`no_units`) or with one unit (`one_unit`).
    """
    count, mean = units.unit_count, units.mean
    if units.squares is None:
        return _undefined("no_sum_squares")
    if count < 2:
        return _undefined("one_unit" if count else "no_units")
    squares = math.fsum(units.squares)
    deviation = squares - count * mean * mean
    if deviation <= ROUNDING * squares:
        return Interval(mean, mean, 0.0, "constant")
    se = math.sqrt(deviation / (count - 1) / count)
    return Interval(mean - PRINTED_Z * se, mean + PRINTED_Z * se, se, "ok")


def cluster_se(units: ClusterSums) -> float:
    """Return the CR1 standard error of the mean: sqrt(C / (C - 1) * sum over clusters of (sum - mean * count)^2) / N.

    This is the sandwich estimator of a regression on a constant (Liang and Zeger 1986) with the small-sample factor of
    Stata and statsmodels. NaN for one cluster; 0 where deviations are rounding only.
    """
    clusters = units.counts.size
    if clusters < 2:
        return math.nan
    deviations = units.sums - units.mean * units.counts
    scale = float(np.max(np.abs(units.sums) + abs(units.mean) * units.counts))
    if float(np.max(np.abs(deviations))) <= ROUNDING * scale:
        return 0.0
    return math.sqrt(clusters / (clusters - 1) * math.fsum(deviations**2)) / units.unit_count


def cluster_t(units: ClusterSums) -> Interval:
    """Return mean ± t CR1, with t on C - 1 degrees of freedom: the default.

    Undefined without units (`no_units`) and for one cluster (`one_cluster`); clusters of equal means give a point with
    status `constant`.
    """
    clusters, mean = units.counts.size, units.mean
    if clusters < 2:
        return _undefined("one_cluster" if clusters else "no_units")
    se = cluster_se(units)
    half = float(stdtrit(clusters - 1, 0.975)) * se
    return Interval(mean - half, mean + half, se, "ok" if se > 0 else "constant")


def wilson_bounds(rate: float, trials: float) -> tuple[float, float]:
    """Return Wilson's bounds (1927) of a rate in [0, 1]; `trials` above 0, not needed to be whole.

    At a rate of 0 or 1 the nearer bound is that rate itself.
    """
    spread = Z * Z / trials
    centre = (rate + spread / 2) / (1 + spread)
    half = Z * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials)) / (1 + spread)
    return (0.0 if rate == 0 else centre - half), (1.0 if rate == 1 else centre + half)


def _binomial_se(rate: float, trials: float) -> float:
    return math.sqrt(rate * (1 - rate) / trials)


def wilson(units: ClusterSums) -> Interval:
    """Return Wilson's interval of a rate, units as if they were independent."""
    count, rate = units.unit_count, units.mean
    if not count:
        return _undefined("no_units")
    return Interval(*wilson_bounds(rate, count), _binomial_se(rate, count), "ok")


def wald(units: ClusterSums) -> Interval:
    """Return rate ± 1.959964 sqrt(p (1 - p) / n), as papers print it; a point at 0 and 1 (`constant`)."""
    count, rate = units.unit_count, units.mean
    if not count:
        return _undefined("no_units")
    se = _binomial_se(rate, count)
    return Interval(rate - PRINTED_Z * se, rate + PRINTED_Z * se, se, "ok" if se > 0 else "constant")


def effective_count(units: ClusterSums) -> float:
    """Return n / design effect of a rate, the design effect being CR1 variance / (p (1 - p) / (n - 1)).

    So it is n where every cluster has one unit. At zero or full hits it is the number of clusters. NaN for one
    cluster, and where clusters have equal rates: no variance between them, no design effect.
    """
    rate, clusters = units.mean, units.counts.size
    if clusters < 2:
        return math.nan
    if rate in (0.0, 1.0):
        return float(clusters)
    se = cluster_se(units)
    count = units.unit_count
    return count * rate * (1 - rate) / (count - 1) / (se * se) if se > 0 else math.nan


def wilson_effective(units: ClusterSums) -> Interval:
    """Return Wilson's interval of a rate at the effective number of units: it knows that units share clusters.

    Undefined without units (`no_units`), for one cluster (`one_cluster`), and where the rate is the same in all
    clusters without being 0 or 1 (`constant`).
    """
    clusters, rate = units.counts.size, units.mean
    if clusters < 2:
        return _undefined("one_cluster" if clusters else "no_units")
    count = effective_count(units)
    if math.isnan(count):
        return _undefined("constant")
    return Interval(*wilson_bounds(rate, count), _binomial_se(rate, count), "ok")
