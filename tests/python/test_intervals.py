"""Analytic intervals against statsmodels, plain loops and hand calculations; degenerate inputs have a status."""

from __future__ import annotations

import math

import numpy as np
import pytest
import statsmodels.api as sm
from statsmodels.stats.proportion import proportion_confint

import plain_statistics as plain
from analysis.intervals import (
    ClusterSums,
    cluster_se,
    cluster_t,
    effective_count,
    normal,
    wald,
    wilson,
    wilson_effective,
)
from test_resampling import ragged


def sums(clusters: list[list[float]]) -> ClusterSums:
    return ClusterSums.of(
        [math.fsum(c) for c in clusters], [math.fsum(v * v for v in c) for c in clusters], [len(c) for c in clusters]
    )


def hits(hit_counts: list[int], counts: list[int]) -> ClusterSums:
    return ClusterSums.of(hit_counts, hit_counts, counts)


@pytest.mark.parametrize("seed", range(3))
def test_cluster_t_is_statsmodels_cluster_robust_interval(seed):
    clusters = ragged(seed, 25)
    rows = np.array([v for c in clusters for v in c])
    groups = np.repeat(np.arange(25), [len(c) for c in clusters])
    fit = sm.OLS(rows, np.ones(rows.size)).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    # statsmodels' small-sample factor for a constant is C / (C - 1), the same as CR1 here.
    found = cluster_t(sums(clusters))
    assert found.status == "ok"
    assert found.se == pytest.approx(float(fit.bse[0]), rel=1e-9)
    assert (found.low, found.high) == pytest.approx(tuple(fit.conf_int()[0]), rel=1e-9)
    assert found.se == pytest.approx(plain.cr1_se(clusters), rel=1e-12)


def test_one_unit_a_cluster_is_the_plain_t_interval():
    found = cluster_t(sums([[1.0], [2.0], [4.0], [5.0]]))
    # sd = sqrt(10 / 3), se = sd / 2; t(3) at 0.975 is 3.182446305284263.
    se = math.sqrt(10 / 3) / 2
    assert (found.low, found.high) == pytest.approx((3 - 3.182446305284263 * se, 3 + 3.182446305284263 * se))


def test_normal_takes_units_as_independent_with_the_printed_quantile():
    found = normal(sums([[1.0, 2.0], [4.0, 5.0]]))
    se = math.sqrt(10 / 3) / 2
    assert (found.low, found.high, found.se) == pytest.approx((3 - 1.959964 * se, 3 + 1.959964 * se, se), abs=1e-12)


def test_normal_needs_squares_and_two_units():
    unknown = ClusterSums.of([1.0, 2.0], [1.0, math.nan], [1, 1])
    assert unknown.squares is None
    assert normal(unknown).status == "no_sum_squares" and math.isnan(normal(unknown).low)
    assert normal(sums([[3.0]])).status == "one_unit"
    assert normal(sums([[0.1] * 3, [0.1] * 4])).status == "constant"


def test_wilson_and_wald_are_the_textbook_ones():
    rate = hits([3, 4], [10, 10])
    low, high = proportion_confint(7, 20, method="wilson")
    assert (wilson(rate).low, wilson(rate).high) == pytest.approx((low, high), abs=1e-12)
    half = 1.959964 * math.sqrt(0.35 * 0.65 / 20)
    assert (wald(rate).low, wald(rate).high) == pytest.approx((0.35 - half, 0.35 + half), abs=1e-12)


def test_one_unit_a_cluster_is_its_own_effective_count():
    rate = hits([1, 0, 0, 1, 0], [1] * 5)
    assert effective_count(rate) == pytest.approx(5)
    assert wilson_effective(rate).low == pytest.approx(wilson(rate).low)


def test_clusters_of_equal_answers_count_once():
    # Four clusters of ten units that all hit or all miss: CR1 variance = 4/3 * 4 * 25 / 1600 = 1/12; as independent
    # units 0.25 / 39. The effective number is 40 * (1/156) / (1/12) = 40 / 13.
    rate = hits([10, 10, 0, 0], [10] * 4)
    assert effective_count(rate) == pytest.approx(40 / 13)
    low, high = proportion_confint(20 / 13, 40 / 13, method="wilson")
    assert (wilson_effective(rate).low, wilson_effective(rate).high) == pytest.approx((low, high))


@pytest.mark.parametrize("hit", [0, 10])
def test_zero_and_full_hits_count_clusters(hit):
    rate = hits([hit] * 6, [10] * 6)
    low, high = proportion_confint(6 * hit // 10, 6, method="wilson")
    found = wilson_effective(rate)
    assert (found.low, found.high) == pytest.approx((max(low, 0), min(high, 1)), abs=1e-12)
    assert wald(rate).status == "constant"


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([[0.0, 1.0], [1.0]], True),
        ([[0.5, 0.5], [1.0]], False),
        ([[2.0, 0.0], [1.0]], False),
        ([[1.5, -0.5], [1.0]], False),
    ],
)
def test_a_rate_is_a_mean_of_zeros_and_ones(values, expected):
    assert sums(values).is_rate is expected


def test_a_spread_without_variance_between_clusters_has_no_design_effect():
    found = wilson_effective(hits([1, 1, 1], [2, 2, 2]))
    assert (math.isnan(found.low), found.status) == (True, "constant")


@pytest.mark.parametrize("interval", [cluster_t, wilson_effective, wilson, wald, normal])
def test_no_units_and_one_cluster_have_a_status(interval):
    nothing = interval(ClusterSums.of([0.0], [0.0], [0]))
    assert math.isnan(nothing.low) and nothing.status == "no_units"
    if interval in (cluster_t, wilson_effective):
        alone = interval(hits([1], [2]))
        assert math.isnan(alone.low) and alone.status == "one_cluster"


def test_a_constant_is_a_point():
    for constant in (0.0, 0.1, 1e9 + 0.3):
        units = sums([[constant] * 3, [constant] * 7, [constant]])
        found = cluster_t(units)
        assert (found.low, found.high, found.se, found.status) == (units.mean, units.mean, 0.0, "constant")
    assert math.isnan(cluster_se(sums([[1.0, 2.0]])))
