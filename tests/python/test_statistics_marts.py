"""Correlations and agreement intervals from files to marts: twice, in other orders of rows and on other threads."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from conftest import House
from votes import Study, write_csv

MARTS = ("correlations", "agreement_intervals")


def study(order):
    """Votes of five raters on 30 units, one question with a scale and one without, and one rater alone."""
    rng = np.random.default_rng(3)
    found = Study("toy")
    found.scale("stars", ["1", "2", "3"], [1, 2, 3])
    latent = rng.integers(1, 4, 30)
    found.table("stars", [[int(np.clip(v + rng.integers(-1, 2), 1, 3)) for _ in range(5)] for v in latent])
    found.table("word", [[rng.choice(["joy", "awe"]) for _ in range(3)] for _ in range(12)])
    found.table("alone", [["joy"], ["awe"]])
    found.ballots = [found.ballots[i] for i in order(len(found.ballots))]
    return found


def score_pairs(order):
    rng = np.random.default_rng(4)
    rows = []
    for i in range(40):
        x = round(float(rng.normal()), 3)
        rows.append({"pair_id": f"p{i}", "cluster_id": f"c{i % 15}", "x": x, "y": round(x + float(rng.normal()), 3)})
    rows.append({"pair_id": "gap", "cluster_id": "c99", "x": None, "y": 1.0})
    rows = [{"comparison": "judge", "dimension": "fun", **row} for row in rows]
    rows += [{"comparison": "judge", "dimension": "flat", "pair_id": f"p{i}", "x": 1, "y": i} for i in range(4)]
    return [rows[i] for i in order(len(rows))]


def built(folder, order, threads):
    house = House(folder, {"AFFECTMART_THREADS": str(threads)})
    study(order).land(house)
    # The same pairs stand in two files.
    for name in ("pairs.csv", "pairs_copy.csv"):
        house.ingest("load", write_csv(folder / name, score_pairs(order)), "--as", "score_pairs", "--benchmark", "toy")
    kinds = ("--exclude-resource-type", "test", "--exclude-resource-type", "unit_test")
    kinds += ("--vars", "{replicates: 10000, benchmarks: {}}")
    house.dbt("build", "-s", *(f"+{mart}" for mart in (*MARTS, "exclusions")), *kinds)
    return house


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    return built(tmp_path_factory.mktemp("first"), range, 1)


def test_correlations_stand_with_their_counts(house):
    rows = house.query(
        "select coefficient, method, value, p_value, pair_count, dropped_count, cluster_count, replicate_count, status, "
        "ci_low < value and value < ci_high from marts.correlations where benchmark = 'toy' and dimension = 'fun'"
    )
    assert len(rows) == 7
    pairs = [(r["x"], r["y"]) for r in score_pairs(range) if r["dimension"] == "fun" and r["x"] is not None]
    x, y = np.array(pairs).T
    wanted = {"srcc": stats.spearmanr(x, y), "plcc": stats.pearsonr(x, y), "krcc": stats.kendalltau(x, y)}
    for coefficient, method, value, p, pair_count, dropped, clusters, replicates, status, is_inside in rows:
        assert (pair_count, dropped, clusters) == (40, 1, 15)
        if coefficient == "plcc_logistic":
            assert (p, status) == (None, "no_analytic_interval")
            continue
        assert value == pytest.approx(wanted[coefficient].statistic, abs=1e-12)
        assert p == pytest.approx(wanted[coefficient].pvalue, rel=1e-9)
        assert replicates == (10_000 if method == "bca" else None)
        assert status == ("no_analytic_interval" if (coefficient, method) == ("krcc", "analytic") else "ok")
        assert is_inside is (True if status == "ok" else None)
    flat = house.query("select distinct value, status from marts.correlations where dimension = 'flat'")
    assert sorted(flat) == [(None, "constant_input"), (None, "too_few")]


def test_pairs_that_landed_twice_count_once_and_are_listed(house):
    listed = house.query("select stage, reason, count(*) from marts.exclusions where benchmark = 'toy' group by all")
    assert listed == [("score_pairs", "row.duplicate", 45)]


def test_every_coefficient_of_agreement_has_its_three_intervals(house):
    unmatched = house.value(
        "select count(*) from marts.agreement as a where 3 <> (select count(*) from marts.agreement_intervals as i "
        "where (i.benchmark, i.panel, i.question, i.breakdown, i.breakdown_value, i.coefficient, i.weights, i.marginals) "
        "= (a.benchmark, a.panel, a.question, a.breakdown, a.breakdown_value, a.coefficient, a.weights, a.marginals))"
    )
    assert (unmatched, house.value("select count(*) > 0 from marts.agreement_intervals")) == (0, True)


def test_intervals_hold_the_value_and_are_as_wide_as_the_standard_error_says(house):
    rows = house.query(
        "select i.coefficient, i.weights, i.method, i.value, i.ci_low, i.ci_high, a.standard_error "
        "from marts.agreement_intervals as i join marts.agreement as a "
        "using (benchmark, panel, question, breakdown, breakdown_value, coefficient, weights, marginals) "
        "where i.question = 'stars' and i.status = 'ok' and a.standard_error is not null"
    )
    assert len(rows) == 3 * 9
    for _, _, method, value, low, high, se in rows:
        assert low < value < high
        if method == "gwet_t":
            assert (high - low) / 2 == pytest.approx(stats.t.ppf(0.975, 29) * se, rel=1e-9)
        else:
            assert (high - low) / (2 * 1.96 * se) == pytest.approx(1, abs=0.2)


def test_statuses_say_why_there_is_no_interval(house):
    found = house.query(
        "select distinct question, coefficient, method, status from marts.agreement_intervals where status <> 'ok'"
    )
    assert ("stars", "cohen_kappa_mean", "cluster_bootstrap_bca", "not_resampled") in found
    assert ("stars", "krippendorff_alpha", "gwet_t", "no_standard_error") in found
    assert ("word", "gwet_ac", "cluster_bootstrap_bca", "no_scale") in found
    assert {status for question, _, _, status in found if question == "alone"} <= {
        "single_rater",
        "no_scale",
        "no_pairable_items",
    }
    without = house.value(
        "select count(*) from marts.agreement_intervals where (ci_low is null) <> (ci_high is null) "
        "or (status = 'ok' and ci_low is null)"
    )
    assert without == 0


def test_other_orders_of_rows_and_more_threads_give_the_same_bytes(house, tmp_path_factory):
    def shuffled(n):
        return np.random.default_rng(9).permutation(n)

    other = built(tmp_path_factory.mktemp("second"), shuffled, 4)
    for mart in MARTS:
        rows = [h.query(f"select * from marts.{mart} order by all") for h in (house, other)]
        assert rows[0] == rows[1]
        assert rows[0]
