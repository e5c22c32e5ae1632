"""Correlations: values, p-values and analytic intervals of the pure functions, and what degenerate pairs give."""

from __future__ import annotations

import json
import math
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from analysis.correlation import all_correlations, fit_logistic, krcc, logistic, plcc, plcc_logistic, srcc
from conftest import ROOT

CASES = json.loads((ROOT / "tests/fixtures/statistics/correlation.json").read_text())
SCIPY = {
    "srcc": stats.spearmanr,
    "plcc": stats.pearsonr,
    "krcc": stats.kendalltau,
}


def series(n, seed, ties=None):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    y = 0.5 * x + rng.normal(size=n)
    return (np.round(x * ties), np.round(y * ties)) if ties else (x, y)


@pytest.mark.parametrize("case", CASES)
def test_values_are_those_of_trusted_packages(case):
    found = CASES[case]
    x, y = np.array(found["x"]), np.array(found["y"])
    for result, oracle in zip(all_correlations(x, y)[:3], ("spearman", "pearson", "kendall_b"), strict=True):
        if len(x) < 3:
            assert (result.value, result.p_value, result.status) == (None, None, "too_few")
        elif found[oracle] is None:
            assert (result.value, result.p_value, result.status) == (None, None, "constant_input")
        else:
            assert result.value == pytest.approx(found[oracle], abs=1e-12)


@pytest.mark.parametrize(("n", "ties"), [(12, None), (12, 1), (300, 2)])
def test_p_values_are_those_of_scipy(n, ties):
    x, y = series(n, 3, ties)
    for result in all_correlations(x, y)[:3]:
        want = SCIPY[result.coefficient](x, y)
        assert result.value == pytest.approx(want.statistic, abs=1e-12)
        assert result.p_value == pytest.approx(want.pvalue, rel=1e-9)


def test_exact_p_counts_every_order_of_the_values():
    rng = np.random.default_rng(1)
    checked = 0
    while checked < 30:
        n = int(rng.integers(3, 7))
        x, y = rng.integers(0, 4, n).astype(float), rng.integers(0, 4, n).astype(float)
        if x.max() == x.min() or y.max() == y.min():
            continue
        checked += 1
        for result in all_correlations(x, y)[:3]:
            all_orders = [abs(SCIPY[result.coefficient](x, y[list(o)]).statistic) for o in permutations(range(n))]
            hits = sum(value >= abs(result.value) - 1e-9 for value in all_orders)
            assert result.p_exact == pytest.approx(hits / math.factorial(n), abs=1e-12)


def test_exact_p_of_ten_pairs_is_near_the_permutation_p_and_beyond_ten_there_is_none():
    x, y = series(10, 4)
    for result in all_correlations(x, y)[:3]:
        drawn = np.random.default_rng(9).permuted(np.tile(y, (4000, 1)), axis=1)
        statistic = SCIPY[result.coefficient]
        share = np.mean([abs(statistic(x, row).statistic) >= abs(result.value) - 1e-9 for row in drawn])
        assert result.p_exact == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / 4000))
    assert [r.p_exact for r in all_correlations(*series(11, 4))] == [None] * 4


def test_perfectly_ordered_ten_pairs_have_two_of_ten_factorial():
    x = np.arange(10.0)
    assert [r.p_exact for r in (srcc(x, x), plcc(x, -x), krcc(x, x))] == [2 / math.factorial(10)] * 3


def test_intervals_are_fishers_and_bonett_and_wrights():
    x, y = series(40, 5)
    pearson, spearman = plcc(x, y), srcc(x, y)
    want = stats.pearsonr(x, y).confidence_interval()
    assert (pearson.ci_low, pearson.ci_high) == pytest.approx((want.low, want.high), abs=1e-12)
    half = 1.959963984540054 * math.sqrt((1 + spearman.value**2 / 2) / 37)
    assert spearman.ci_low == pytest.approx(math.tanh(math.atanh(spearman.value) - half), abs=1e-12)
    assert spearman.ci_high == pytest.approx(math.tanh(math.atanh(spearman.value) + half), abs=1e-12)
    assert krcc(x, y).status == "no_analytic_interval"


def test_pairs_with_a_gap_are_dropped_and_counted():
    x, y = np.array([1, 2, np.nan, 4, 5.0]), np.array([2, 1, 3, np.nan, 5.0])
    assert [(r.pair_count, r.dropped_count) for r in all_correlations(x, y)] == [(3, 2)] * 4
    assert srcc(x, y).value == pytest.approx(stats.spearmanr([1, 2, 5], [2, 1, 5]).statistic)
    assert srcc(x, y).status == "too_few_for_interval"
    assert {r.status for r in all_correlations(x[:3], y[:3])} == {"too_few"}
    assert {r.status for r in all_correlations(np.array([]), np.array([]))} == {"too_few"}


def test_pairs_on_a_line_are_at_the_boundary():
    x = np.arange(1, 8) * 0.1
    for result in (srcc(x, 3 * x + 0.1), plcc(x, 3 * x + 0.1), krcc(x, 3 * x + 0.1)):
        assert (result.value, result.ci_low, result.ci_high, result.status) == (1.0, None, None, "boundary")
    assert [r.value for r in (srcc(x, -x), plcc(x, -x), krcc(x, -x))] == [-1.0] * 3


def test_far_values_do_not_overflow():
    x, y = series(20, 6)
    assert plcc(x * 1e300, y * 1e-300).value == pytest.approx(plcc(x, y).value, abs=1e-12)


@pytest.mark.parametrize("size", [1e300, 1e-300, 1e-320])
def test_the_logistic_fits_pairs_of_any_size(size):
    x, y = np.round(series(20, 6)[0] * 100), series(20, 6)[1]
    expected = plcc_logistic(x, y).value
    assert plcc_logistic(x * size, y).value == pytest.approx(expected, abs=1e-4)
    assert plcc_logistic(x, y * 2.0**900) == plcc_logistic(x, y)


def test_the_order_of_pairs_does_not_change_a_byte():
    x, y = series(60, 7, 3)
    order = np.random.default_rng(0).permutation(60)
    assert all_correlations(x, y) == all_correlations(x[order], y[order])


@pytest.mark.parametrize("direction", [1, -1])
def test_the_logistic_finds_the_curve_that_made_the_values(direction):
    x = np.linspace(0, 10, 50)
    y = direction * logistic(x, np.array([5, 1, 4, 0.7]))
    parameters, converged = fit_logistic(x, y)
    assert converged
    assert parameters == pytest.approx([5 * direction, direction, 4, 0.7], abs=1e-6)
    assert plcc(x, y).value ** 2 < 0.95
    assert plcc_logistic(x, y).value == pytest.approx(1.0, abs=1e-9)


def test_the_logistic_is_least_squares_and_too_few_pairs_have_none():
    x, y = series(80, 8)
    parameters, _ = fit_logistic(x, y)
    best = np.sum((logistic(x, parameters) - y) ** 2)
    for k in range(4):
        for step in (-1e-3, 1e-3):
            moved = parameters.copy()
            moved[k] += step
            assert np.sum((logistic(x, moved) - y) ** 2) >= best
    assert plcc_logistic(x[:4], y[:4]).status == "too_few"
    assert plcc_logistic(np.ones(6), y[:6]).status == "constant_input"
