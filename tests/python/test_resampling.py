"""The cluster bootstrap against enumeration, scipy, and intervals that others published."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

import plain_statistics as plain
from analysis.resampling import (
    TAILS,
    bca_interval,
    generator,
    jackknife_means,
    on_grid,
    percentile_interval,
    replicate_means,
    weight_chunks,
)
from conftest import real_data_folder, shared_folder


def chance(seed: int = 0) -> np.random.Generator:
    return generator("test", ("toy",), seed)


def ragged(seed: int, clusters: int = 40) -> list[list[float]]:
    """Units of unequal clusters that share a cluster effect."""
    rng = np.random.default_rng(seed)
    return [list(rng.normal() + rng.normal(size=rng.integers(1, 6))) for _ in range(clusters)]


def sums_of(clusters: list[list[float]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([math.fsum(c) for c in clusters]), np.array([float(len(c)) for c in clusters])


def test_a_generator_depends_on_statistic_key_and_seed_only():
    first = generator("a", ("x", "y")).integers(0, 10**9, 4).tolist()
    assert generator("a", ("x", "y")).integers(0, 10**9, 4).tolist() == first
    # The key is not a concatenation: ("x", "y") is not ("xy",).
    others = [generator("b", ("x", "y")), generator("a", ("xy",)), generator("a", ("x", "y"), 1)]
    assert all(other.integers(0, 10**9, 4).tolist() != first for other in others)


def test_weights_are_multinomial_and_do_not_depend_on_the_blocks():
    narrow = np.vstack(list(weight_chunks(chance(), 7, 3000, 1)))
    wide = np.vstack(list(weight_chunks(chance(), 7, 3000, 1 << 20)))
    assert np.array_equal(narrow, wide)
    assert np.array_equal(narrow.sum(axis=1), np.full(3000, 7.0))
    # Each count is binomial(7, 1/7): mean 1, variance 6/7.
    assert narrow.mean(axis=0) == pytest.approx(np.ones(7), abs=0.08)
    assert narrow.var(axis=0) == pytest.approx(np.full(7, 6 / 7), rel=0.12)


def test_sums_on_the_grid_have_no_order():
    rng = np.random.default_rng(1)
    values = rng.normal(size=5000) * 10.0 ** rng.integers(-8, 8, 5000)
    gridded = on_grid(values, 5000)
    assert np.abs(gridded - values).max() <= 5000 * 2.0**-52 * np.abs(values).max()
    sums = {float(np.sum(gridded[rng.permutation(5000)])) for _ in range(20)} | {math.fsum(gridded)}
    assert len(sums) == 1
    assert on_grid([0.0, 0.0], 2).tolist() == [0.0, 0.0]


def test_four_values_match_every_one_of_their_256_samples():
    values = [0.0, 0.2, 0.4, 1.0]
    every = plain.every_bootstrap_mean(values)
    exact_se = math.sqrt(sum((m - 0.4) ** 2 for m in every) / 256)
    assert exact_se == pytest.approx(0.18708286933869706, abs=1e-12)
    low, high, status = percentile_interval([every])
    assert (low[0], high[0], status[0]) == (pytest.approx(0.1), pytest.approx(0.8), "ok")
    drawn = replicate_means([values], [[1.0] * 4], chance(), 100_000)
    assert drawn.std() == pytest.approx(exact_se, rel=0.01)
    low, high, _ = percentile_interval(drawn)
    assert (low[0], high[0]) == (pytest.approx(0.1), pytest.approx(0.8))


def test_the_oracle_of_enumeration_agrees():
    oracle = json.loads((shared_folder() / "oracles" / "uncertainty.json").read_text())["exact_enumerated_mean_n4"]
    low, high, _ = percentile_interval([plain.every_bootstrap_mean(oracle["data"])])
    assert [low[0], high[0]] == pytest.approx([oracle["q2.5"], oracle["q97.5"]], abs=1e-9)


def peer_bootstrap(values: np.ndarray, method: str):
    return stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method=method, rng=np.random.default_rng(4), vectorized=True
    )


def test_percentiles_agree_with_scipy_within_monte_carlo_error():
    values = np.random.default_rng(3).gamma(4, size=40)
    peer = peer_bootstrap(values, "percentile").confidence_interval
    low, high, _ = percentile_interval(replicate_means([values], [np.ones(40)], chance(), 20_000))
    assert (low[0], high[0]) == pytest.approx((peer.low, peer.high), abs=0.05 * stats.sem(values))


def test_bca_of_scipys_own_replicates_is_scipys_interval():
    values = np.random.default_rng(3).lognormal(size=40)
    peer = peer_bootstrap(values, "BCa")
    away = jackknife_means(values, np.ones(40))
    low, high, status = bca_interval(peer.bootstrap_distribution, float(values.mean()), away)
    assert status == "ok"
    assert (low, high) == pytest.approx(tuple(peer.confidence_interval), abs=1e-9)


def test_bca_of_unequal_clusters_agrees_with_scipy_over_the_clusters():
    sums, counts = sums_of(ragged(5))
    peer = stats.bootstrap(
        (sums, counts),
        lambda s, n, axis: s.sum(axis=axis) / n.sum(axis=axis),
        paired=True,
        n_resamples=20_000,
        method="BCa",
        rng=np.random.default_rng(6),
    )
    drawn = replicate_means([sums], [counts], chance(), 20_000)
    low, high, status = bca_interval(drawn[0], sums.sum() / counts.sum(), jackknife_means(sums, counts))
    assert status == "ok"
    assert drawn.std(ddof=1) == pytest.approx(peer.standard_error, rel=0.02)
    tolerance = 0.06 * float(peer.standard_error)
    assert (low, high) == pytest.approx(tuple(peer.confidence_interval), abs=tolerance)


def test_the_jackknife_leaves_out_each_cluster_in_turn():
    clusters = [[1.0, 2.0], [3.0], [10.0, 0.0, 2.0]]
    by_hand = [15 / 4, 15 / 5, 6 / 3]
    assert jackknife_means(*sums_of(clusters)).tolist() == pytest.approx(by_hand, abs=1e-12)
    # A cluster without units is none.
    assert jackknife_means([3.0, 3.0, 0.0, 12.0], [2.0, 1.0, 0.0, 3.0]).tolist() == pytest.approx(by_hand, abs=1e-12)


def test_all_series_of_a_call_share_their_draws():
    values = np.random.default_rng(7).normal(size=(1, 30))
    both = np.vstack([values, values + 1])
    drawn = replicate_means(both, np.ones((2, 30)), chance(), 500)
    assert drawn[1] - drawn[0] == pytest.approx(np.ones(500), abs=1e-12)
    assert np.array_equal(replicate_means(values, np.ones((1, 30)), chance(), 500)[0], drawn[0])


def test_constant_values_have_a_point_and_a_status():
    drawn = replicate_means([[1.0] * 5], [[1.0] * 5], chance(), 200)
    assert [part[0] for part in percentile_interval(drawn)] == [1.0, 1.0, "constant"]
    assert bca_interval(drawn[0], 1.0, jackknife_means([1.0] * 5, [1.0] * 5)) == (1.0, 1.0, "constant")


def test_an_infinite_bias_falls_back_to_the_percentiles():
    # No replicate lies below the estimate, as for a minimum: the bias correction is minus infinity.
    drawn = np.linspace(0.1, 1, 1000)
    low, high, status = bca_interval(drawn, 0.0, [0.0, 0.0, 1.0])
    assert status == "percentile_instead"
    assert (low, high) == pytest.approx(tuple(np.quantile(drawn, TAILS)))
    # A constant jackknife has no acceleration.
    assert bca_interval(drawn, 0.5, [0.5, 0.5, 0.5])[2] == "percentile_instead"


@pytest.mark.parametrize("size", [2.0**500, 2.0**-700])
def test_bca_does_not_depend_on_the_unit_of_the_scores(size):
    drawn, away = np.random.default_rng(1).normal(0.5, 0.1, 1000), np.array([0.4, 0.5, 0.8])
    low, high, status = bca_interval(drawn, 0.5, away)
    assert bca_interval(drawn * size, 0.5 * size, away * size) == (low * size, high * size, status)
    assert status == "ok"


def test_more_than_five_percent_undefined_replicates_are_no_interval():
    drawn = np.arange(1000.0)
    drawn[:50] = np.nan
    low, high, status = percentile_interval(drawn)
    assert status[0] == "ok"
    assert (low[0], high[0]) == pytest.approx(tuple(np.quantile(np.arange(50.0, 1000), TAILS)))
    drawn[50] = np.nan
    low, high, status = percentile_interval(drawn)
    assert np.isnan([low[0], high[0]]).all() and status[0] == "undefined_replicates"
    assert bca_interval(drawn, 500.0, [1.0, 2.0])[2] == "undefined_replicates"


def test_a_replicate_without_units_is_undefined():
    drawn = replicate_means([[5.0, 0.0]], [[1.0, 0.0]], chance(), 4000)
    assert np.isnan(drawn).mean() == pytest.approx(0.25, abs=0.03)
    assert set(drawn[~np.isnan(drawn)]) == {5.0}


def test_nothing_gives_nothing():
    assert replicate_means(np.zeros((0, 3)), np.zeros((0, 3)), chance(), 10).shape == (0, 10)
    assert np.isnan(replicate_means(np.zeros((1, 0)), np.zeros((1, 0)), chance(), 10)).all()
    assert percentile_interval(np.full((1, 10), np.nan))[2][0] == "undefined_replicates"


PROBE = """
import hashlib
import numpy as np
from analysis.comparison import sign_flip_p
from analysis.resampling import generator, replicate_means
rng = np.random.default_rng(1)
values, counts = rng.normal(size=(25, 251)), rng.integers(1, 5, (25, 251))
drawn = replicate_means(values, counts, generator("probe", ()), 3000)
flips = sign_flip_p(values, generator("probe", ()), 3000)
print(hashlib.sha256(drawn.tobytes() + flips.tobytes()).hexdigest())
"""


def test_threads_of_the_matrix_product_change_no_byte():
    found = set()
    for threads in ("1", "2", "4"):
        variables = {**os.environ, "OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads}
        found.add(subprocess.run([sys.executable, "-c", PROBE], env=variables, capture_output=True, check=True).stdout)
    assert len(found) == 1 and len(found.pop()) == 65


def test_stored_bounds_of_arena_hard_are_quantiles_of_its_replicates():
    path = real_data_folder() / "arena_hard" / "bootstrap_stats_20k_votes.jsonl"
    records = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    assert len(records) == 20
    low, high, status = percentile_interval([record["results"] for record in records])
    # The reference system stands at 1000 in every draw.
    assert sorted(set(status)) == ["constant", "ok"] and np.count_nonzero(status == "constant") == 1
    assert low == pytest.approx([record["lower"] for record in records], abs=1e-9)
    assert high == pytest.approx([record["upper"] for record in records], abs=1e-9)
