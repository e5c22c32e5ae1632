"""Intraclass correlations against published values and an analysis of variance written out."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.icc import FORMS, intraclass_correlations, mean_squares

#: Four judges' ratings of six targets (Shrout and Fleiss 1979, table 2).
SHROUT_FLEISS = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], dtype=float
)
EXPERTS = np.array([[4, 4, 5, 4], [2, 3, 2, 2], [5, 5, 5, 4], [1, 2, 1, 1], [3, 3, 4, 3], [4, 5, 4, 4]], dtype=float)


def by_form(scores):
    return {found.form: found for found in intraclass_correlations(scores)}


def test_values_are_shrout_and_fleiss_published_ones():
    found = by_form(SHROUT_FLEISS)
    assert {form: round(found[form].value, 2) for form in FORMS} == {
        "icc_a_1": 0.29, "icc_c_1": 0.71, "icc_a_k": 0.62, "icc_c_k": 0.91,
    }  # fmt: skip
    assert {r.status for r in found.values()} == {"ok"}


def test_mean_squares_are_those_of_the_published_table():
    assert [round(value, 2) for value in mean_squares(SHROUT_FLEISS)] == [11.24, 32.49, 1.02]


def test_values_and_intervals_are_those_of_a_trusted_package():
    """Values and 95 % intervals that pingouin gives for four experts on six items."""
    found = by_form(EXPERTS)
    wanted = {
        "icc_a_1": (0.8777173913043477, 0.65, 0.98), "icc_c_1": (0.9047619047619045, 0.71, 0.98),
        "icc_a_k": (0.9663425579655947, 0.88, 0.99), "icc_c_k": (0.9743589743589743, 0.91, 1.0),
    }  # fmt: skip
    for form, (value, low, high) in wanted.items():
        assert found[form].value == pytest.approx(value, abs=1e-12)
        assert (round(found[form].ci_low, 2), round(found[form].ci_high, 2)) == (low, high)


def test_intervals_of_consistency_cover_as_often_as_they_say():
    """Two-way layouts with a known C,1 = 4 / (4 + 1): about 95 % of intervals hold it."""
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(600):
        scores = 2 * rng.normal(size=(15, 1)) + 3 * rng.normal(size=(1, 4)) + rng.normal(size=(15, 4))
        found = by_form(scores)["icc_c_1"]
        hits += found.ci_low <= 0.8 <= found.ci_high
    assert hits / 600 == pytest.approx(0.95, abs=0.03)


def test_raters_levels_matter_to_agreement_only():
    shifted = SHROUT_FLEISS + np.array([0, 10, 20, 30])
    assert by_form(shifted)["icc_c_1"].value == pytest.approx(by_form(SHROUT_FLEISS)["icc_c_1"].value, abs=1e-12)
    assert by_form(shifted)["icc_a_1"].value < 0.05


def test_degenerate_scores_give_a_status():
    assert {r.status for r in intraclass_correlations(np.ones((1, 4)))} == {"too_few"}
    assert {r.status for r in intraclass_correlations(np.arange(5.0)[:, None])} == {"too_few"}
    assert {(r.value, r.status) for r in intraclass_correlations(np.ones((5, 3)))} == {(None, "constant_input")}
    copies = np.tile(np.arange(5.0)[:, None], 3) * 0.1
    assert {(r.value, r.ci_low, r.status) for r in intraclass_correlations(copies)} == {(1.0, None, "boundary")}


def test_items_with_a_gap_are_dropped_and_counted_and_order_does_not_matter():
    with_gap = np.vstack([SHROUT_FLEISS, [1, np.nan, 2, 3]])
    found = intraclass_correlations(with_gap)
    assert {(r.item_count, r.rater_count, r.dropped_count) for r in found} == {(6, 4, 1)}
    assert [r.value for r in found] == [r.value for r in intraclass_correlations(SHROUT_FLEISS)]
    moved = with_gap[[3, 6, 0, 2, 5, 1, 4]][:, [2, 0, 3, 1]]
    assert intraclass_correlations(moved) == found


def test_an_interval_holds_its_value_or_is_not_given():
    rng = np.random.default_rng(3)
    statuses = set()
    for _ in range(5000):
        shape = (int(rng.integers(2, 10)), int(rng.integers(2, 4)))
        scores = rng.integers(1, int(rng.integers(3, 7)), size=shape) / float(rng.integers(1, 4))
        for found in intraclass_correlations(scores):
            statuses.add(found.status)
            assert (found.status == "ok") == (found.ci_low is not None) == (found.ci_high is not None)
            if found.ci_low is not None:
                assert -np.inf < found.ci_low <= found.value <= found.ci_high <= 1
            if found.value is not None:
                assert -np.inf < found.value <= 1
    assert statuses == {"ok", "boundary", "constant_input", "negative_variance", "no_analytic_interval"}


def test_a_bound_of_one_rater_that_no_mean_can_have_leaves_the_value_without_an_interval():
    opposed = by_form(np.array([[5, 2], [3, 3], [3, 3]], dtype=float))
    assert {form: found.status for form, found in opposed.items()} == {
        "icc_a_1": "ok", "icc_c_1": "ok", "icc_a_k": "no_analytic_interval", "icc_c_k": "ok"
    }  # fmt: skip
    crossed = by_form(np.array([[5, 2, 3, 3, 4, 2, 3, 3], [3, 5, 5, 5, 2, 5, 1, 3]], dtype=float).T)["icc_a_k"]
    assert (round(crossed.value, 2), crossed.ci_low, crossed.status) == (-2.09, None, "no_analytic_interval")


def test_a_judge_that_reverses_the_experts_is_not_called_constant():
    """Means of both raters are equal everywhere: the items' variance is 0 and a mean of raters has no reliability."""
    found = by_form(np.array([[1, 5], [2, 4], [3, 3], [4, 2], [5, 1]], dtype=float) / 3)
    assert {form: found[form].status for form in ("icc_a_k", "icc_c_k")} == {
        "icc_a_k": "negative_variance", "icc_c_k": "negative_variance"
    }  # fmt: skip
    assert found["icc_c_1"].value == pytest.approx(-1)
    assert found["icc_c_1"].status == "no_analytic_interval"
