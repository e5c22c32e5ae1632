"""Intervals, comparisons and rankings of a table of cluster scores: values, statuses, order, memory."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from analysis.joint_replicates import joint_replicates, joint_schema
from analysis.rankings import SCHEMA as RANKINGS
from analysis.rankings import rankings
from analysis.score_comparisons import SCHEMA as COMPARISONS
from analysis.score_comparisons import margins_of, score_comparisons
from analysis.score_intervals import SCHEMA as INTERVALS
from analysis.score_intervals import score_intervals
from test_comparison import TOST, A, B

STRINGS = (
    "benchmark", "leaderboard", "panel", "breakdown", "breakdown_value", "system_id", "setting", "metric",
    "convention_id", "cluster_id",
)  # fmt: skip
SHAPE = pa.schema(
    [(name, pa.string()) for name in STRINGS]
    + [("score_sum", pa.float64()), ("score_sum_squares", pa.float64()), ("score_count", pa.int64())]
)
Row = dict[str, Any]


def score(
    system: str, cluster: str, total: float | None, count: int = 1, squares: float | None = None, **other: str
) -> Row:
    """One row of the shape; squares are those of one unit where not given."""
    row: Row = dict.fromkeys(STRINGS, "all") | {"benchmark": "toy", "leaderboard": "board", "metric": "accuracy"}
    known = total * total if squares is None and total is not None and count == 1 else squares
    return row | {
        "system_id": system, "cluster_id": cluster, "score_sum": total, "score_sum_squares": known, "score_count": count,
    } | other  # fmt: skip


def singles(system: str, values, **other: str) -> list[Row]:
    return [score(system, f"c{place:03}", float(value), **other) for place, value in enumerate(values)]


def table(rows: list[Row]) -> pa.Table:
    return pa.Table.from_pylist(rows, schema=SHAPE)


def found(result: pa.Table, **where: str) -> Row:
    rows = [row for row in result.to_pylist() if all(row[name] == value for name, value in where.items())]
    assert len(rows) == 1, rows
    return rows[0]


def all_of(rows: list[Row], margins: dict | None = None) -> tuple[pa.Table, pa.Table, pa.Table]:
    given = table(rows)
    comparisons = score_comparisons(given, margins or {}, 2000)
    return score_intervals(given, 2000), comparisons, rankings(given, comparisons, 2000)


def test_an_empty_table_gives_empty_tables_of_the_same_columns():
    intervals, comparisons, ranks = all_of([])
    assert (intervals.schema, comparisons.schema, ranks.schema) == (INTERVALS, COMPARISONS, RANKINGS)
    assert intervals.num_rows == comparisons.num_rows == ranks.num_rows == 0
    assert joint_replicates(table([]), ["x"]).schema == joint_schema(["x"])


def test_one_system_has_intervals_and_is_first_alone():
    intervals, comparisons, ranks = all_of(singles("a", [0.0, 0.2, 0.4, 1.0]))
    assert comparisons.num_rows == 0
    drawn = found(intervals, method="cluster_bootstrap_percentile")
    # The exact quantiles of all 256 samples.
    assert (drawn["ci_low"], drawn["ci_high"]) == (pytest.approx(0.1), pytest.approx(0.8))
    default = found(intervals, method="cluster_t")
    low, high = stats.t.interval(0.95, 3, 0.4, stats.sem([0.0, 0.2, 0.4, 1.0]))
    assert (default["ci_low"], default["ci_high"]) == (pytest.approx(low), pytest.approx(high))
    assert set(intervals["method"].to_pylist()) == {
        "normal", "cluster_t", "cluster_bootstrap_percentile", "cluster_bootstrap_bca",
    }  # fmt: skip
    alone = found(ranks)
    assert [alone[name] for name in ("rank", "rank_low", "rank_high", "is_in_best_group", "best_probability", "status")] == [
        1, 1, 1, True, 1.0, "one_system",
    ]  # fmt: skip


def test_a_rate_has_the_intervals_of_rates_too():
    intervals, _, _ = all_of(singles("a", A))
    low, high = stats.binomtest(6, 8).proportion_ci(method="wilson")
    for method in ("wilson", "wilson_effective"):
        row = found(intervals, method=method)
        assert (row["ci_low"], row["ci_high"], row["unit_count"]) == (pytest.approx(low), pytest.approx(high), 8)
    assert found(intervals, method="wald")["se"] == pytest.approx((0.75 * 0.25 / 8) ** 0.5)


def test_a_family_is_compared_and_corrected_together():
    rows = singles("a", A) + singles("b", B) + singles("twin", A) + [score("lone", "x", 1.0)]
    intervals, comparisons, ranks = all_of(rows)
    p = 0.07960201245519759
    expected = {
        ("a", "b"): (0.375, p, 3 * p, 0.25, "ok"),
        ("a", "lone"): (None, None, None, None, "no_shared_clusters"),
        ("a", "twin"): (0.0, 1.0, 1.0, 1.0, "identical"),
        ("b", "twin"): (-0.375, p, 3 * p, 0.25, "ok"),
        ("b", "lone"): (None, None, None, None, "no_shared_clusters"),
        ("lone", "twin"): (None, None, None, None, "no_shared_clusters"),
    }
    assert comparisons.num_rows == 2 * len(expected)
    for (a, b), (difference, p_value, p_holm, flip, status) in expected.items():
        row = found(comparisons, system_a=a, system_b=b, method="cluster_t")
        assert (row["difference"], row["p_value"], row["p_holm"]) == pytest.approx((difference, p_value, p_holm))
        assert (row["p_sign_flip"], row["p_mcnemar"], row["status"]) == (flip, flip and pytest.approx(flip), status)
        assert row["family_size"] == 3
    assert found(comparisons, system_a="a", system_b="lone", method="cluster_t")["unmatched_a_count"] == 8
    twins = found(comparisons, system_a="a", system_b="twin", method="cluster_bootstrap_percentile")
    assert (twins["ci_low"], twins["ci_high"], twins["status"]) == (0.0, 0.0, "identical")
    lone = found(intervals, system_id="lone", method="cluster_bootstrap_bca")
    assert (lone["value"], lone["ci_low"], lone["status"]) == (1.0, None, "one_cluster")
    ranked = {row["system_id"]: (row["rank"], row["rank_low"], row["rank_high"]) for row in ranks.to_pylist()}
    assert ranked == {"lone": (1, 1, 4), "a": (2, 1, 4), "twin": (2, 1, 4), "b": (4, 1, 4)}
    # A system that a third of the replicates lack leaves no probability.
    assert {row["best_probability"] for row in ranks.to_pylist()} == {None}


def test_bootstrap_intervals_of_differences_match_scipys():
    rng = np.random.default_rng(1)
    x, y = rng.normal(0.3, 1, 60), rng.normal(0, 1, 60)
    row = found(score_comparisons(table(singles("a", x) + singles("b", y)), {}), method="cluster_bootstrap_percentile")
    peer = stats.bootstrap((x - y,), np.mean, n_resamples=20_000, method="percentile", rng=rng)
    tolerance = 0.05 * float(peer.standard_error)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(tuple(peer.confidence_interval), abs=tolerance)


def test_gaps_are_left_out_of_a_pair_and_counted():
    rng = np.random.default_rng(2)
    x, y = rng.normal(0.3, 1, 60), rng.normal(0, 1, 60)
    rows = singles("a", x)[:55] + singles("b", y)[3:]
    row = found(score_comparisons(table(rows), {}), method="cluster_bootstrap_percentile")
    assert (row["shared_cluster_count"], row["unmatched_a_count"], row["unmatched_b_count"]) == (52, 3, 5)
    gap = (x - y)[3:55]
    assert row["difference"] == pytest.approx(gap.mean(), rel=1e-9)
    assert row["p_value"] == pytest.approx(stats.ttest_1samp(gap, 0).pvalue, rel=1e-9)
    peer = stats.bootstrap((gap,), np.mean, n_resamples=20_000, method="percentile", rng=rng)
    # Which of the pair's clusters are drawn varies too: a little more spread, of the order 1 / C.
    tolerance = 0.08 * float(peer.standard_error)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(tuple(peer.confidence_interval), abs=tolerance)


def test_units_without_squares_have_no_normal_interval():
    rows = [score("a", f"c{place}", float(place), 2) for place in range(4)]
    intervals, _, _ = all_of(rows)
    assert found(intervals, method="normal")["status"] == "no_sum_squares"
    assert found(intervals, method="cluster_t")["status"] == "ok"
    assert intervals.num_rows == 4


def test_constant_scores_are_points_with_a_status():
    rows = singles("a", [0.5] * 5) + singles("b", [0.25] * 5)
    intervals, comparisons, ranks = all_of(rows)
    for row in intervals.to_pylist():
        assert (row["ci_low"], row["ci_high"], row["se"], row["status"]) == (
            row["value"],
            row["value"],
            0.0,
            "constant",
        )
    for row in comparisons.to_pylist():
        assert (row["difference"], row["ci_low"], row["ci_high"]) == (0.25, 0.25, 0.25)
        # No t without spread: the p of flipping signs stands.
        assert (row["status"], row["p_value"], row["p_sign_flip"]) == ("constant_difference", 2 / 32, 2 / 32)
    assert [row["best_probability"] for row in ranks.to_pylist()] == [1.0, 0.0]


def test_all_ties_share_the_first_rank_and_the_probability():
    _, comparisons, ranks = all_of(singles("a", A) + singles("b", A) + singles("c", A))
    assert set(comparisons["status"].to_pylist()) == {"identical"}
    for row in ranks.to_pylist():
        assert (row["rank"], row["rank_low"], row["rank_high"], row["is_in_best_group"]) == (1, 1, 3, True)
        assert row["best_probability"] == pytest.approx(1 / 3)


def test_a_system_without_units_is_listed_and_not_ranked():
    rows = [*singles("a", A), score("mute", "c000", 0.0, 0), score("mute", "c001", None, 1)]
    intervals, comparisons, ranks = all_of(rows)
    mute = found(intervals, system_id="mute", method="cluster_t")
    assert (mute["value"], mute["unit_count"], mute["status"]) == (None, 0, "no_units")
    assert set(comparisons["status"].to_pylist()) == {"no_shared_clusters"}
    assert [found(ranks, system_id="mute")[name] for name in ("value", "rank", "status")] == [None, None, "no_units"]
    assert found(ranks, system_id="a")["status"] == "one_system"


def test_references_are_compared_and_never_ranked():
    rows = singles("a", A) + singles("Oracle", [1.0] * 8, setting="reference")
    _, comparisons, ranks = all_of(rows)
    assert comparisons.num_rows == 2
    assert ranks["system_id"].to_pylist() == ["a"] and ranks["rank"].to_pylist() == [1]


def test_separated_systems_have_narrow_rank_intervals():
    rng = np.random.default_rng(3)
    base = rng.normal(size=200)
    rows = [
        row
        for system, shift in (("a", 0.0), ("b", 0.01), ("c", 5.0))
        for row in singles(system, base + shift + rng.normal(size=200))
    ]
    _, _, ranks = all_of(rows)
    bounds = {
        row["system_id"]: (row["rank_low"], row["rank_high"], row["is_in_best_group"]) for row in ranks.to_pylist()
    }
    assert bounds == {"a": (2, 3, False), "b": (2, 3, False), "c": (1, 1, True)}


def test_a_rank_lies_in_its_interval_though_a_system_answered_only_what_is_easy():
    """`easy` has the highest mean, over its own clusters, and on these it is significantly worse than all others."""
    rng = np.random.default_rng(5)
    whole = np.repeat([0.9, 0.1], 15)
    rows = [row for system in "abc" for row in singles(system, whole + rng.normal(scale=0.01, size=30))]
    rows += singles("easy", 0.7 + rng.normal(scale=0.01, size=15))
    _, _, ranks = all_of(rows)
    bounds = {row["system_id"]: (row["rank"], row["rank_low"], row["rank_high"]) for row in ranks.to_pylist()}
    assert bounds["easy"] == (1, 1, 4)
    assert all(low <= rank <= high for rank, low, high in bounds.values())
    statuses = {row["system_id"]: row["status"] for row in ranks.to_pylist()}
    assert statuses["easy"] == "unequal_clusters" and set(statuses.values()) <= {"ok", "unequal_clusters"}


def test_a_registered_margin_is_tested_and_named():
    x, y, margin, p_value = TOST
    seed = pa.table({"benchmark": ["toy"], "leaderboard": ["board"], "metric": ["accuracy"], "margin": [margin]})
    rows = singles("a", x) + singles("b", y)
    row = found(score_comparisons(table(rows), margins_of(seed), 100), method="cluster_t")
    assert (row["equivalence_margin"], row["is_margin_registered"]) == (margin, True)
    assert row["p_equivalence"] == pytest.approx(p_value, rel=1e-7)
    # One shared cluster, or none: the margin stays registered, though nothing is tested against it.
    for other in (singles("b", [0.5]), [score("b", "elsewhere", 0.5)], [score("b", "c000", None, 0)]):
        row = found(score_comparisons(table(singles("a", [0.4]) + other), margins_of(seed), 100), method="cluster_t")
        told = (row["equivalence_margin"], row["is_margin_registered"], row["p_equivalence"])
        assert told == (margin, True, None)
    row = found(score_comparisons(table(rows), {}, 100), method="cluster_t")
    assert (row["is_margin_registered"], row["p_equivalence"]) == (False, None)
    assert row["equivalence_margin"] < margin


def many(seed: int = 4) -> list[Row]:
    rng = np.random.default_rng(seed)
    return [
        row
        for metric in ("m1", "m2")
        for system in range(6)
        for row in singles(f"s{system}", rng.normal(size=40) / 3, metric=metric)
        if rng.random() > 0.05 * (system % 2)
    ]


def test_neither_order_of_rows_nor_other_groups_change_a_byte():
    rows = many()
    first = all_of(rows)
    random.Random(1).shuffle(rows)
    assert all(ours.equals(again) for ours, again in zip(first, all_of(rows), strict=True))
    beside = all_of(rows + singles("a", A, leaderboard="another"))
    for ours, again in zip(first, beside, strict=True):
        kept = [row for row in again.to_pylist() if row["leaderboard"] == "board"]
        assert kept == ours.to_pylist()


def test_joint_replicates_average_all_metrics_over_the_same_clusters():
    rng = np.random.default_rng(5)
    x = rng.normal(size=30)
    rows = singles("a", x, metric="one") + singles("a", 2 * x + 1, metric="two")
    drawn = joint_replicates(table(rows), ["one", "two", "absent"], 500)
    assert drawn["replicate"].to_pylist() == list(range(501))
    one, two = (drawn[name].to_numpy() for name in ("one", "two"))
    assert one[0] == pytest.approx(x.mean()) and two == pytest.approx(2 * one + 1)
    assert one[1:].std() == pytest.approx(x.std() / 30**0.5, rel=0.15)
    assert drawn["absent"].null_count == 501
    assert set(drawn["unit_count"].to_pylist()) == {0} and set(drawn["cluster_count"].to_pylist()) == {30}


PROBE = """
import hashlib, json, resource, sys

class NoPandas:
    def find_spec(self, name, path=None, target=None):
        if name == "pandas":
            raise ImportError("there is no pandas at run time")

sys.meta_path.insert(0, NoPandas())
import numpy as np
import pyarrow as pa
from analysis.rankings import rankings
from analysis.score_comparisons import score_comparisons
from analysis.score_intervals import score_intervals
rng = np.random.default_rng(1)
systems, clusters = 25, 250
names = {name: ["all"] * (systems * clusters) for name in %s}
names["system_id"] = [f"s{s}" for s in range(systems) for _ in range(clusters)]
names["cluster_id"] = [f"c{c}" for _ in range(systems) for c in range(clusters)]
values = rng.normal(size=systems * clusters)
table = pa.table(names | {"score_sum": values, "score_sum_squares": values**2, "score_count": [1] * values.size})
intervals, comparisons = score_intervals(table), score_comparisons(table, {})
ranks = rankings(table, comparisons)
rows = json.dumps([part.to_pylist() for part in (intervals, comparisons, ranks)])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([hashlib.sha256(rows.encode()).hexdigest(), comparisons.num_rows, peak, "pandas" in sys.modules]))
"""


def test_all_pairs_of_25_systems_need_no_pandas_little_memory_and_no_luck_with_threads():
    digests = set()
    for threads in ("1", "2", "4"):
        variables = {**os.environ, "OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads}
        done = subprocess.run(
            [sys.executable, "-c", PROBE % repr(STRINGS)], env=variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        digest, row_count, peak_kib, has_pandas = json.loads(done.stdout)
        assert (row_count, has_pandas) == (600, False)
        assert peak_kib < 1024 * 1024
        digests.add(digest)
    assert len(digests) == 1
