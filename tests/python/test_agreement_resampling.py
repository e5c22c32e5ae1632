"""Bootstrap intervals of agreement: values against other packages, draws against drawing items one by one."""

from __future__ import annotations

import krippendorff
import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from analysis.agreement_resampling import (
    Statistics,
    bootstrap_agreement,
    left_out,
    pattern_weights,
    replicated,
)
from analysis.agreement_table import INTERVALS, agreement_interval_rows
from analysis.resampling import generator
from plain_agreement import chance_corrected, weight_matrix

VALUES = np.arange(1, 6.0)
ALPHA = ("krippendorff_alpha", "interval", "none")
KAPPA = ("fleiss_kappa", "identity", "mean_of_proportions")
BCA = "cluster_bootstrap_bca"
PERCENTILE = "cluster_bootstrap_percentile"


def vote_table(items, seed, missing=0.15):
    """Five raters on a scale of five, some votes missing: counts per item and label, items with a vote."""
    rng = np.random.default_rng(seed)
    answers = np.clip(np.round(3 + rng.normal(size=(items, 1)) + rng.normal(size=(items, 5))), 1, 5)
    given = rng.random((items, 5)) >= missing
    counts = np.stack([((answers == value) & given).sum(axis=1) for value in VALUES], axis=1)
    return counts[counts.sum(axis=1) > 0]


def patterns(counts):
    return np.unique(counts, axis=0, return_counts=True)


def values_of(counts, values=VALUES):
    statistics = Statistics(counts, values)
    return {name: v[0] for name, v in statistics.coefficients(statistics.per_pattern.sum(axis=0)[None, :]).items()}


def test_coefficients_equal_reference_formulas():
    counts = vote_table(80, 1)
    found = values_of(counts)
    for weights in ("identity", "linear", "quadratic"):
        matrix = weight_matrix(VALUES, weights)
        for name, coefficient, marginals in [k for k in found if k[1] == weights and k[0] != "observed_agreement"]:
            want = chance_corrected(counts, matrix, name, marginals)
            assert found[name, coefficient, marginals] == pytest.approx(want["value"], abs=1e-12)
    for distance in ("nominal", "ordinal", "interval", "ratio"):
        want = krippendorff.alpha(value_counts=counts, value_domain=VALUES, level_of_measurement=distance)
        assert found["krippendorff_alpha", distance, "none"] == pytest.approx(want, abs=1e-12)


def test_without_a_scale_only_what_needs_none_is_there():
    found = values_of(vote_table(30, 2), None)
    assert set(found) == {
        ("observed_agreement", "identity", "none"),
        ("fleiss_kappa", "identity", "mean_of_proportions"),
        ("fleiss_kappa", "identity", "pooled"),
        ("krippendorff_alpha", "nominal", "none"),
    }
    with_scale = values_of(vote_table(30, 2))
    assert all(value == pytest.approx(with_scale[name], abs=1e-12) for name, value in found.items())


def test_drawing_patterns_is_drawing_items():
    """Each replicate equals the coefficient of the very table of items that its weights stand for."""
    votes, counts = patterns(vote_table(40, 3))
    statistics = Statistics(votes, VALUES)
    units = statistics.on_grid(statistics.per_pattern, 40)
    weights = next(pattern_weights(generator("t", ["a"]), counts, 20))
    assert (weights.sum(axis=1) == counts.sum()).all()
    drawn = replicated(statistics, units, iter([weights]))
    for b in range(20):
        want = values_of(np.repeat(votes, weights[b].astype(int), axis=0))
        for name, values in drawn.items():
            assert values[b] == pytest.approx(want[name], abs=1e-9)


def test_intervals_are_those_of_scipy_over_rows_within_monte_carlo_error():
    counts = vote_table(60, 4)
    votes, many = patterns(counts)
    statistics = Statistics(votes, VALUES)
    found = bootstrap_agreement(statistics, statistics.per_pattern, many, ["a"])

    def alpha(rows):
        return krippendorff.alpha(value_counts=counts[rows], value_domain=VALUES, level_of_measurement="interval")

    for method, scipys in ((BCA, "BCa"), (PERCENTILE, "percentile")):
        want = stats.bootstrap(
            (np.arange(len(counts)),), alpha, vectorized=False, n_resamples=3000, method=scipys, rng=5
        ).confidence_interval
        interval = found[ALPHA, method]
        assert interval.status == "ok"
        assert (interval.low, interval.high) == pytest.approx((want.low, want.high), abs=0.07 * (want.high - want.low))


def test_the_jackknife_leaves_out_each_item():
    votes, counts = patterns(vote_table(25, 5))
    statistics = Statistics(votes, VALUES)
    found = left_out(statistics, statistics.per_pattern, counts)
    for i in range(len(votes)):
        fewer = counts.copy()
        fewer[i] -= 1
        want = values_of(np.repeat(votes, fewer, axis=0))
        assert all(found[name][i] == pytest.approx(want[name], abs=1e-12) for name in found)


def test_items_of_a_cluster_are_drawn_together():
    """Ten copies of every item in one cluster tell as much as the items; as items of their own they pretend more."""
    counts = vote_table(50, 6)
    votes, place, many = np.unique(counts, axis=0, return_inverse=True, return_counts=True)
    statistics = Statistics(votes, VALUES)
    cluster = np.repeat(np.arange(len(counts)), 10)
    together = statistics.of_clusters(cluster, np.repeat(place, 10), np.ones(len(cluster), dtype=np.int64))
    ones = np.ones(len(counts), dtype=np.int64)
    clustered = bootstrap_agreement(statistics, together, ones, ["a"], 4000)[KAPPA, PERCENTILE]
    single = bootstrap_agreement(statistics, statistics.per_pattern, many, ["a"], 4000)[KAPPA, PERCENTILE]
    pretended = bootstrap_agreement(statistics, statistics.per_pattern, 10 * many, ["a"], 4000)[KAPPA, PERCENTILE]
    width = single.high - single.low
    assert clustered.high - clustered.low == pytest.approx(width, rel=0.08)
    assert pretended.high - pretended.low == pytest.approx(width / np.sqrt(10), rel=0.08)


def test_degenerate_votes_give_a_status():
    one_label = Statistics(np.array([[3, 0], [2, 0]]), np.array([1.0, 2.0]))
    found = bootstrap_agreement(one_label, one_label.per_pattern, np.array([4, 5]), ["a"], 200)
    assert found[("fleiss_kappa", "identity", "pooled"), BCA].status == "undefined_replicates"
    assert found[ALPHA, BCA].low is None
    certain = found[("gwet_ac", "identity", "pooled"), PERCENTILE]
    assert (certain.low, certain.high, certain.status) == (1.0, 1.0, "constant")
    # A scale of one label has no two labels that could be far apart: near misses count as they do without an order.
    alone = Statistics(np.array([[2], [3]]), np.array([7.0]))
    found = bootstrap_agreement(alone, alone.per_pattern, np.array([4, 5]), ["a"], 200)
    for weights in ("identity", "linear", "quadratic"):
        for name, marginals in (("observed_agreement", "none"), ("brennan_prediger", "none"), ("gwet_ac", "pooled")):
            certain = found[(name, weights, marginals), BCA]
            assert (certain.low, certain.high, certain.status) == (1.0, 1.0, "constant")
    negative = values_of(np.array([[1, 1], [2, 0]]), np.array([-1.0, 1.0]))
    assert ("krippendorff_alpha", "ratio", "none") not in negative
    # A pair of items that disagree in one: a quarter of the draws has one label or the other only.
    few = Statistics(np.array([[2, 0], [0, 2]]), np.array([1.0, 2.0]))
    undefined = bootstrap_agreement(few, few.per_pattern, np.array([1, 1]), ["a"], 400)
    assert undefined[("fleiss_kappa", "identity", "pooled"), PERCENTILE].status == "undefined_replicates"


def test_one_seed_gives_one_result():
    votes, counts = patterns(vote_table(40, 7))
    statistics = Statistics(votes, VALUES)
    first, again, other = (
        bootstrap_agreement(statistics, statistics.per_pattern, counts, key, 500) for key in (["a"], ["a"], ["b"])
    )
    assert first == again
    assert first != other


def tables(clusters):
    """A hundred items of two raters: 60 agree on 1, 30 on 2, ten split; the cluster of each item, or none."""
    place = {"group_number": 1, "breakdown": "all", "breakdown_value": "all"}
    mart = {"benchmark": "toy", "panel": "all", "question": "q", "breakdown": "all", "breakdown_value": "all"}
    kappa = {"coefficient": "fleiss_kappa", "weights": "identity", "marginals": "pooled", "item_count": 100}
    codes = [11] * 60 + [12] * 30 + [13] * 10
    return {
        "agreement": [
            {**mart, **kappa, "value": 0.7802, "standard_error": None, "status": "ok"},
            {
                **mart,
                **kappa,
                "marginals": "mean_of_proportions",
                "value": 0.7802,
                "standard_error": 0.2,
                "status": "ok",
            },
        ],
        "slice_patterns": [{**place, "pattern_code": c, "item_count": codes.count(c)} for c in (13, 11, 12)],
        "cluster_patterns": [
            {**place, "cluster_id": name, "pattern_code": code, "item_count": 1}
            for name, code in zip(clusters, codes, strict=True)
        ]
        if clusters
        else [],
        "pattern_votes": [
            {"group_number": 1, "pattern_code": code, "label_number": label, "vote_count": votes}
            for code, label, votes in ((11, 1, 2), (12, 2, 2), (13, 1, 1), (13, 2, 1))
        ],
        "labels": [{"group_number": 1, "label_number": n, "scale_value": float(n)} for n in (2, 1)],
        "vote_groups": [{"group_number": 1, "benchmark": "toy", "panel": "all", "question": "q", "scale": "s"}],
    }


def rows_of(clusters, **changed):
    found = agreement_interval_rows(
        **{name: pa.Table.from_pylist(rows) for name, rows in {**tables(clusters), **changed}.items()}, replicates=4000
    )
    assert found.schema == INTERVALS
    return {(row["marginals"], row["method"]): row for row in found.to_pylist()}


def test_the_table_draws_clusters_where_they_are_declared():
    items = rows_of(None)
    assert {row["cluster_count"] for row in items.values()} == {100}
    gwet = items["mean_of_proportions", "gwet_t"]
    assert gwet["ci_low"] == pytest.approx(0.7802 - 0.2 * stats.t.ppf(0.975, 99), abs=1e-12)
    assert (gwet["ci_high"], gwet["status"]) == (1.0, "ok")
    assert items["pooled", "gwet_t"]["status"] == "no_standard_error"
    # Raters who always differ, where chance would let them agree: below -1, and its interval holds it.
    given = tables(None)["agreement"]
    opposed = rows_of(None, agreement=[{**given[1], "value": -2.6, "standard_error": 0.5}])
    reach = 0.5 * stats.t.ppf(0.975, 99)
    bounds = [opposed["mean_of_proportions", "gwet_t"][name] for name in ("ci_low", "ci_high")]
    assert bounds == pytest.approx([-2.6 - reach, -2.6 + reach], abs=1e-12)
    own = rows_of([f"subject:{i}" for i in range(100)])
    assert own["mean_of_proportions", "gwet_t"]["status"] == "anti_conservative"
    # Clusters of one item each are the items themselves; draws by cluster and by pattern differ by chance.
    low, high = (items["pooled", PERCENTILE][b] - own["pooled", PERCENTILE][b] for b in ("ci_low", "ci_high"))
    assert (low, high) == pytest.approx((0, 0), abs=0.02)
    one = rows_of(["c"] * 100)
    assert {(row["cluster_count"], row["ci_low"]) for (_, m), row in one.items() if m != "gwet_t"} == {(1, None)}
    assert one["pooled", BCA]["status"] == "single_cluster"


def test_codes_of_patterns_and_orders_of_rows_do_not_matter():
    clusters = [f"c{i % 4}" for i in range(100)]
    given = tables(clusters)
    codes = {11: -3, 12: -1, 13: -2}
    renamed = {
        name: [{**row, "pattern_code": codes[row["pattern_code"]]} for row in reversed(given[name])]
        for name in ("slice_patterns", "cluster_patterns", "pattern_votes")
    }
    assert rows_of(clusters) == rows_of(clusters, **renamed)
