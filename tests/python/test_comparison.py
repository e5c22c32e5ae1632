"""Comparisons, corrections and rank intervals against scipy, statsmodels, enumeration and the oracles."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import ttost_paired

import plain_statistics as plain
from analysis.comparison import (
    PairedSums,
    benjamini_hochberg,
    cluster_differences,
    equivalence_p,
    holm,
    mcnemar_p,
    paired_test,
    sign_flip_p,
)
from analysis.ranking import best_probabilities, competition_ranks, rank_intervals
from analysis.resampling import generator
from conftest import shared_folder

#: The paired case of the oracles.
A = [1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0]
B = [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]


def single(a, b) -> PairedSums:
    """One unit a cluster."""
    return PairedSums.of(a, np.ones(len(a)), b, np.ones(len(b)))


def chance(seed: int = 0) -> np.random.Generator:
    return generator("test", ("toy",), seed)


def flip(a, b) -> float:
    return float(sign_flip_p(cluster_differences(single(a, b)), chance())[0])


def test_eight_paired_outcomes_give_the_known_numbers():
    found = paired_test(single(A, B))
    assert (found.difference[0], found.status[0]) == (0.375, "ok")
    assert found.se[0] == pytest.approx(0.18298126367784995, rel=1e-12)
    assert found.p_value[0] == pytest.approx(0.07960201245519759, rel=1e-10)
    assert flip(A, B) == 0.25
    assert mcnemar_p(single(A, B))[0] == pytest.approx(0.25, abs=1e-15)
    interval = stats.ttest_rel(A, B).confidence_interval()
    assert (found.low[0], found.high[0]) == pytest.approx((interval.low, interval.high), rel=1e-10)
    # Differences 1 0 0 .. of sd sqrt(15/56): the effect is 0.375 / 0.517549.
    assert found.effect_size[0] == pytest.approx(0.375 / np.std(np.subtract(A, B), ddof=1), rel=1e-12)
    assert found.detectable[0] == pytest.approx((stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) * found.se[0])


def test_the_oracles_paired_case_agrees():
    oracle = json.loads((shared_folder() / "oracles" / "uncertainty.json").read_text())["paired"]
    found = paired_test(single(oracle["a"], oracle["b"]))
    assert found.difference[0] == pytest.approx(oracle["delta"], abs=1e-12)
    assert found.se[0] == pytest.approx(oracle["paired_se"], rel=1e-12)
    assert found.p_value[0] == pytest.approx(oracle["ttest_rel_p"], rel=1e-10)
    assert flip(oracle["a"], oracle["b"]) == oracle["exact_sign_flip_p"]
    assert mcnemar_p(single(oracle["a"], oracle["b"]))[0] == pytest.approx(oracle["mcnemar_exact_p"], abs=1e-12)


TOST = ([0.7, 0.72, 0.68, 0.71, 0.69, 0.73], [0.69, 0.73, 0.69, 0.7, 0.7, 0.72], 0.02, 0.0032831359137815035)


def test_equivalence_is_two_one_sided_tests():
    x, y, margin, p_value = TOST
    found = paired_test(single(x, y))
    assert equivalence_p(found.difference, found.se, 6, margin)[0] == pytest.approx(p_value, rel=1e-7)
    assert float(ttost_paired(np.array(x), np.array(y), -margin, margin)[0]) == pytest.approx(p_value, rel=1e-7)
    # The least margin that passes is the one whose p is 5 %.
    assert equivalence_p(found.difference, found.se, 6, found.margin)[0] == pytest.approx(0.05, abs=1e-12)
    assert np.isnan(equivalence_p(found.difference, found.se, 6, math.nan)[0])


def test_the_oracle_of_equivalence_agrees():
    oracle = json.loads((shared_folder() / "oracles" / "uncertainty.json").read_text())["tost_paired"]
    found = paired_test(single(oracle["x"], oracle["y"]))
    assert equivalence_p(found.difference, found.se, 6, oracle["margin"])[0] == pytest.approx(oracle["p"], rel=1e-7)


def test_unequal_clusters_give_the_delta_method_of_a_ratio_of_sums():
    rng = np.random.default_rng(2)
    counts_a, counts_b = rng.integers(1, 6, 30), rng.integers(1, 6, 30)
    rows_a = [rng.normal(size=n) + 1 for n in counts_a]
    rows_b = [rng.normal(size=n) for n in counts_b]
    pairs = PairedSums.of([r.sum() for r in rows_a], counts_a, [r.sum() for r in rows_b], counts_b)
    mean_a, mean_b = np.concatenate(rows_a).mean(), np.concatenate(rows_b).mean()
    influence = [
        (a - mean_a).sum() / counts_a.sum() - (b - mean_b).sum() / counts_b.sum()
        for a, b in zip(rows_a, rows_b, strict=True)
    ]
    found = paired_test(pairs)
    assert found.difference[0] == pytest.approx(mean_a - mean_b, rel=1e-12)
    assert found.se[0] == pytest.approx(math.sqrt(30 / 29 * sum(i * i for i in influence)), rel=1e-10)
    # Moving the scale's origin changes neither test.
    moved = PairedSums.of(pairs.sums_a + 100 * counts_a, counts_a, pairs.sums_b + 100 * counts_b, counts_b)
    assert cluster_differences(moved)[0] == pytest.approx(cluster_differences(pairs)[0], abs=1e-10)
    assert cluster_differences(pairs).sum() == pytest.approx(found.difference[0], rel=1e-10)


@pytest.mark.parametrize("seed", range(4))
def test_few_clusters_enumerate_every_pattern_of_signs(seed):
    rng = np.random.default_rng(seed)
    # Few distinct values, so that there are ties.
    differences = rng.integers(-3, 5, 9) / 10
    assert sign_flip_p([differences], chance())[0] == plain.sign_flip(differences)


def test_sixteen_clusters_are_exact_and_seventeen_are_drawn():
    assert sign_flip_p([np.full(16, 0.1)], chance())[0] == 2 / 2**16
    assert sign_flip_p([np.full(17, 0.1)], chance(), 99)[0] == pytest.approx(0.01)


def test_drawn_signs_agree_with_scipy_within_monte_carlo_error():
    differences = np.random.default_rng(8).normal(0.25, 1, 40)
    peer = stats.permutation_test(
        (differences,), np.sum, permutation_type="samples", n_resamples=100_000, rng=np.random.default_rng(9)
    ).pvalue
    assert sign_flip_p([differences], chance())[0] == pytest.approx(peer, abs=4 * math.sqrt(peer / 10_000))


@pytest.mark.parametrize(("only_a", "only_b"), [(0, 0), (5, 1), (1, 5), (3, 3), (40, 20)])
def test_mcnemar_is_the_exact_binomial_test(only_a, only_b):
    a = [1.0] * only_a + [0.0] * only_b + [1.0, 0.0]
    b = [0.0] * only_a + [1.0] * only_b + [1.0, 0.0]
    expected = stats.binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
    assert mcnemar_p(single(a, b))[0] == pytest.approx(expected, rel=1e-12)
    assert mcnemar_p(single(a, b))[0] == pytest.approx(plain.mcnemar(only_a, only_b), rel=1e-12)


def test_mcnemar_is_for_single_zeros_and_ones():
    assert np.isnan(mcnemar_p(single([0.5, 1.0], [0.0, 1.0]))[0])
    assert np.isnan(mcnemar_p(PairedSums.of([1.0, 1.0], [2, 1], [0.0, 1.0], [2, 1]))[0])


BH_1995 = [
    0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.222, 0.251, 0.269, 0.275, 0.34, 0.341, 0.384,
    0.569, 0.594, 0.696, 0.762, 0.94, 0.942, 0.975, 0.986,
]  # fmt: skip


def test_corrections_of_the_1995_family():
    assert holm(BH_1995)[:6] == pytest.approx([0.025, 0.192, 0.897, 0.902, 0.902, 1.0], abs=1e-12)
    assert benjamini_hochberg(BH_1995)[:6] == pytest.approx([0.025, 0.1, 0.21, 0.21, 0.21, 0.25], abs=1e-12)
    shuffled = np.random.default_rng(1).permutation(25)
    for ours, name in ((holm, "holm"), (benjamini_hochberg, "fdr_bh")):
        peer = multipletests(np.array(BH_1995)[shuffled], method=name)[1]
        assert ours(np.array(BH_1995)[shuffled]) == pytest.approx(peer, abs=1e-12)


def test_the_oracle_of_corrections_agrees():
    oracle = json.loads((shared_folder() / "oracles" / "uncertainty.json").read_text())["multipletests_bh1995"]
    assert holm(oracle["p"]) == pytest.approx(oracle["holm"], abs=1e-9)
    assert benjamini_hochberg(oracle["p"]) == pytest.approx(oracle["fdr_bh"], abs=1e-9)


def test_a_missing_p_stays_missing_and_is_no_test():
    found = holm([0.01, math.nan, 0.04])
    assert found[[0, 2]] == pytest.approx([0.02, 0.04]) and np.isnan(found[1])
    found = benjamini_hochberg([math.nan, 0.04, 0.01])
    assert found[[1, 2]] == pytest.approx([0.04, 0.02]) and np.isnan(found[0])
    assert holm([]).size == 0 and np.isnan(benjamini_hochberg([math.nan])).all()


def test_identical_systems_differ_by_nothing():
    found = paired_test(single(A, A))
    assert (found.difference[0], found.p_value[0], found.status[0]) == (0.0, 1.0, "identical")
    assert (found.low[0], found.high[0], found.margin[0]) == (0.0, 0.0, 0.0)
    assert flip(A, A) == 1.0 and mcnemar_p(single(A, A))[0] == 1.0


def test_a_constant_difference_is_a_point_without_t():
    found = paired_test(single([1.1, 2.1, 3.1], [1.0, 2.0, 3.0]))
    assert found.status[0] == "constant_difference"
    assert found.low[0] == found.high[0] == pytest.approx(0.1)
    assert np.isnan([found.p_value[0], found.effect_size[0]]).all()
    assert flip([1.1, 2.1, 3.1], [1.0, 2.0, 3.0]) == 0.25


def test_one_shared_cluster_and_none_have_a_status():
    found = paired_test(single([1.0], [0.0]))
    assert (found.difference[0], found.status[0]) == (1.0, "one_cluster")
    assert np.isnan([found.low[0], found.p_value[0], found.margin[0]]).all()
    for apart in (
        PairedSums.of(*(np.zeros((2, 0)),) * 4),
        PairedSums.of(*[[[1.0, 0.0]] * 2] * 2, *[[[0.0, 1.0]] * 2] * 2),
    ):
        found = paired_test(apart)
        assert list(found.status) == ["no_shared_clusters"] * 2 and np.isnan(found.difference).all()
        assert np.isnan([found.p_value, mcnemar_p(apart), sign_flip_p(cluster_differences(apart), chance())]).all()
    assert np.isnan(sign_flip_p(np.zeros((2, 0)), chance())).all()


def test_pairs_with_gaps_are_compared_where_both_are():
    rng = np.random.default_rng(12)
    counts = rng.integers(0, 3, (6, 30)).astype(float)
    sums = rng.normal(size=(6, 30)) * counts
    together = PairedSums.of(sums[:3], counts[:3], sums[3:], counts[3:])
    flips = sign_flip_p(cluster_differences(together), chance())
    for row in range(3):
        both = (counts[row] > 0) & (counts[row + 3] > 0)
        alone = PairedSums.of(sums[row][both], counts[row][both], sums[row + 3][both], counts[row + 3][both])
        one, all_three = paired_test(alone), paired_test(together)
        for name in ("difference", "se", "low", "high", "p_value", "effect_size", "detectable", "margin"):
            assert getattr(one, name)[0] == pytest.approx(getattr(all_three, name)[row], rel=1e-12)
        shares = cluster_differences(alone)[0]
        exact = shares.size <= 16
        expected = plain.sign_flip(shares) if exact else sign_flip_p([shares], chance(1))[0]
        assert flips[row] == pytest.approx(expected, abs=1e-12 if exact else 0.03)


def test_ranks_are_competition_ranks():
    assert competition_ranks([0.5, 0.9, 0.5, 0.1, math.nan]).tolist() == [2, 1, 2, 4, 0]


def test_rank_intervals_count_who_is_significantly_better_and_worse():
    values = [0.9, 0.8, 0.5, 0.1]
    gap = np.subtract.outer(values, values)
    p = np.ones((4, 4))
    significant = {(0, 2): 1, (0, 3): 1, (1, 3): 1}
    for i, j in significant:
        p[i, j] = p[j, i] = 0.05
    found = rank_intervals(values, gap, p)
    bounds = list(zip(found.low.tolist(), found.high.tolist(), strict=True))
    assert bounds == plain.rank_bounds(4, significant) == [(1, 2), (1, 3), (2, 4), (3, 4)]
    # System 2 is told from the best, system 1 is not, whatever is known about 1 and 3.
    assert found.is_in_best_group.tolist() == [True, True, False, False]


def test_untested_pairs_separate_nobody_and_one_system_is_first():
    unknown = np.full((2, 2), math.nan)
    found = rank_intervals([1.0, 0.0], unknown, unknown)
    assert (found.low.tolist(), found.high.tolist(), found.is_in_best_group.tolist()) == ([1, 1], [2, 2], [True, True])
    found = rank_intervals([0.3], [[0.0]], [[math.nan]])
    assert (found.low[0], found.high[0], found.is_in_best_group[0]) == (1, 1, True)


def test_probability_of_best_splits_ties():
    drawn = [[1.0, 1.0, 0.0, 2.0], [1.0, 0.0, 1.0, 2.0], [0.0, 0.0, 0.0, 2.0]]
    assert best_probabilities(drawn) == pytest.approx([(0.5 + 1 + 1 / 3) / 4, (0.5 + 1 + 1 / 3) / 4, 1 / 12])
    assert best_probabilities([[1.0] * 5] * 2).tolist() == [0.5, 0.5]
    assert np.isnan(best_probabilities([[1.0, math.nan], [0.0, 0.0]])).all()
