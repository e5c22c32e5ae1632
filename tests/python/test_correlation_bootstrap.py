"""Bootstrap intervals of correlations: against scipy over repeated pairs, and what degenerate pairs give."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from analysis.correlation_bootstrap import bca_correlations
from analysis.correlation_table import CORRELATIONS, correlation_rows
from analysis.weighted_correlation import WeightedCorrelations
from conftest import ROOT

STATISTICS = (
    lambda x, y: stats.spearmanr(x, y).statistic,
    lambda x, y: stats.pearsonr(x, y).statistic,
    lambda x, y: stats.kendalltau(x, y).statistic,
)


def pairs(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    return x, x + rng.normal(size=n)


def table(rows):
    names = ("benchmark", "comparison", "panel", "dimension", "pair_id", "cluster_id", "x", "y")
    types = [pa.string()] * 6 + [pa.float64()] * 2
    return pa.Table.from_pylist(rows, schema=pa.schema(list(zip(names, types, strict=True))))


def row(number, x, y, cluster=None, dimension="all"):
    place = {"benchmark": "toy", "comparison": "a_b", "panel": "all", "dimension": dimension}
    return {**place, "pair_id": f"p{number}", "cluster_id": cluster, "x": x, "y": y}


def test_weighted_values_are_those_of_repeated_pairs():
    rng = np.random.default_rng(0)
    for trial in range(120):
        n = int(rng.integers(2, 30))
        x = rng.normal(size=n) if trial % 3 == 0 else rng.integers(0, int(rng.integers(2, 12)), n).astype(float)
        y = rng.integers(0, 6, n).astype(float)
        weights = rng.multinomial(n, np.ones(n) / n, size=4).T.astype(float)
        found = WeightedCorrelations(x, y).replicates(weights)
        for b in range(4):
            a, c = (np.repeat(values, weights[:, b].astype(int)) for values in (x, y))
            if a.max() == a.min() or c.max() == c.min():
                assert np.isnan(found[:, b]).all()
            else:
                assert found[:, b] == pytest.approx([s(a, c) for s in STATISTICS], abs=1e-12)


def test_intervals_of_single_pairs_are_scipys_within_monte_carlo_error():
    x, y = pairs(60, 1)
    found = bca_correlations(x, y, np.arange(60).astype(str), ["a"], 10_000)
    for result, statistic in zip(found, STATISTICS, strict=True):
        want = stats.bootstrap((x, y), statistic, paired=True, vectorized=False, n_resamples=4000, rng=3)
        width = want.confidence_interval.high - want.confidence_interval.low
        assert result.status == "ok"
        assert result.ci_low == pytest.approx(want.confidence_interval.low, abs=0.06 * width)
        assert result.ci_high == pytest.approx(want.confidence_interval.high, abs=0.06 * width)


def test_copies_of_a_pair_in_one_cluster_tell_nothing_new():
    x, y = pairs(40, 2)
    single = bca_correlations(x, y, np.arange(40).astype(str), ["a"], 2000)
    copied = bca_correlations(*(np.repeat(v, 5) for v in (x, y)), np.repeat(np.arange(40).astype(str), 5), ["a"], 2000)
    # Ranks of copies are those of the pairs, so that SRCC and PLCC replicates are the same.
    for one, five in list(zip(single, copied, strict=True))[:2]:
        assert (five.ci_low, five.ci_high) == pytest.approx((one.ci_low, one.ci_high), abs=1e-9)


def test_degenerate_pairs_give_a_status():
    x, y = pairs(8, 3)
    own = np.arange(8).astype(str)

    def statuses(*given):
        return {r.status for r in bca_correlations(*given, ["a"], 500)}

    assert statuses(x, y, np.array(["c"] * 8)) == {"single_cluster"}
    assert statuses(x, x, own) == {"boundary"}
    assert statuses(np.ones(8), y, own) == {"constant_input"}
    assert statuses(x[:2], y[:2], own[:2]) == {"too_few"}
    # One pair makes all the difference: replicates without it (about e^-1 of them) are constant.
    assert statuses(np.array([1.0] * 7 + [2.0]), y, own) == {"undefined_replicates"}


def test_the_table_counts_pairs_and_clusters_and_is_the_same_for_any_order_of_rows():
    x, y = pairs(30, 4)
    rows = [row(i, float(x[i]), float(y[i]), f"c{i % 12}") for i in range(30)]
    rows += [row(30, None, 1.0, "c99"), row(31, 2.0, 1.0, None, "other")]
    found = correlation_rows(table(rows), 300)
    shuffled = correlation_rows(table([rows[i] for i in np.random.default_rng(1).permutation(len(rows))]), 300)
    assert found.schema == CORRELATIONS
    assert found.equals(shuffled)
    first = found.to_pylist()[0]
    assert (first["coefficient"], first["pair_count"], first["dropped_count"], first["cluster_count"]) == (
        "srcc",
        30,
        1,
        12,
    )
    assert {r["status"] for r in found.to_pylist() if r["dimension"] == "other"} == {"too_few"}
    assert correlation_rows(table(rows), 300, seed=1).to_pylist()[4] != found.to_pylist()[4]


def test_replicates_equal_to_the_value_are_seen_to_be_equal():
    """The value by the weighted way is the value: a median of half the ties would be off otherwise."""
    x, y = np.array([1.0, 2, 2, 3, 4, 4, 4, 5]), np.array([2.0, 1, 3, 3, 5, 4, 4, 4])
    found = WeightedCorrelations(x, y).replicates(np.ones((8, 2)))
    assert found[:, 0] == pytest.approx([0.8417721518987343, 0.8012758926498613, 0.7083333333333335], abs=1e-12)
    assert np.array_equal(found[:, 0], found[:, 1])


def test_threads_of_the_linear_algebra_do_not_change_a_byte():
    code = (
        "import numpy as np\n"
        "from analysis.agreement_resampling import Statistics, bootstrap_agreement\n"
        "from analysis.correlation_bootstrap import bca_correlations\n"
        "from analysis.two_way_resampling import two_way_kappa, two_way_means\n"
        "rng = np.random.default_rng(1)\n"
        "x = rng.normal(size=300); y = x + rng.normal(size=300)\n"
        "print(bca_correlations(x, y, (np.arange(300) // 3).astype(str), ['a'], 500))\n"
        "votes = rng.multinomial(5, np.ones(4) / 4, size=400)\n"
        "s = Statistics(votes, np.array([1.0, 2, 4, 7]))\n"
        "print(sorted(bootstrap_agreement(s, s.per_pattern, np.ones(400, dtype=int), ['a'], 500).items()))\n"
        "answers = rng.integers(0, 4, (300, 6)); likeness = np.eye(4) * 0.7 + 0.3\n"
        "print(two_way_kappa(answers, likeness, ['a'], 200).tolist(), two_way_means(x.reshape(50, 6), ['a'], 200).tolist())\n"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "OPENBLAS_NUM_THREADS": threads}, cwd=ROOT,
            capture_output=True, check=True,
        ).stdout
        for threads in ("1", "2", "4")
    }  # fmt: skip
    assert len(results) == 1
    assert len(results.pop()) > 1000


def test_an_empty_table_has_the_same_columns():
    assert correlation_rows(table([])).schema == CORRELATIONS
    assert correlation_rows(table([])).num_rows == 0
