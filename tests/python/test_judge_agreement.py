"""Judges' statistics against scipy, scikit-learn with declared labels, and hand calculation."""

from __future__ import annotations

import math
import random

import numpy as np
import pyarrow as pa
import pytest
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from analysis.claims import contrast, contrasts
from analysis.jackknife import jackknife_t
from analysis.judge_cards import CARDS, judge_cards

READINGS = ("benchmark", "judge_id", "configuration", "repeat_number", "system_id", "setting", "panel", "item_id",
            "metric", "score")  # fmt: skip
EXPERTS = ("benchmark", "expert_id", "system_id", "setting", "panel", "item_id", "metric", "raw_score")
METRICS = ("benchmark", "metric", "kind", "low", "high")
REPLIES = ("benchmark", "judge_id", "configuration", "item_id", "reply_count", "failed_count", "valid_count",
           "gate_violation_count")  # fmt: skip
KINDS = {"quality": ("score", 1, 5), "layout": ("yes_no", 0, 1), "overall": ("composite", None, None)}


def table(names, rows):
    columns = {}
    for place, name in enumerate(names):
        kind = pa.float64() if name.endswith("score") else pa.string()
        if name in {"repeat_number", "low", "high"} or name.endswith("count"):
            kind = pa.int64()
        columns[name] = pa.array([row[place] for row in rows], kind)
    return pa.table(columns)


def reading(score, item="i0", system="s", judge="j", configuration="c", metric="quality", repeat=1, setting="all"):
    return ("b", judge, configuration, repeat, system, setting, "all", item, metric, float(score))


def rating(score, item="i0", system="s", expert="e", metric="quality"):
    return ("b", expert, system, "all", "all", item, metric, float(score))


def cards(readings, experts=(), replies=()):
    metrics = [("b", name, *about) for name, about in KINDS.items()]
    made = judge_cards(
        table(READINGS, readings), table(EXPERTS, experts), table(METRICS, metrics), table(REPLIES, replies)
    )
    assert made.schema == CARDS
    return {(row["judge_id"], row["configuration"], row["metric"], row["statistic"]): row for row in made.to_pylist()}


@pytest.fixture(scope="module")
def noisy():
    """60 items, two systems, three experts who skip some, a judge under two configurations and a second judge."""
    chance = random.Random(3)
    readings, experts = [], []
    scores: dict = {}
    for item in range(60):
        for system in ("a", "b", "c"):
            truth = chance.randint(1, 5)
            yes = chance.random() < 0.6
            for judge, configuration, error in (("j", "c", 0.2), ("j", "d", 0.5), ("k", "c", 0.4)):
                seen = min(5, max(1, truth + (chance.random() < error) - (chance.random() < error / 2)))
                layout = int(yes != (chance.random() < error / 3))
                place = {"item": f"i{item}", "system": system, "judge": judge, "configuration": configuration}
                readings += [reading(seen, **place), reading(layout, metric="layout", **place)]
                scores[judge, configuration, f"i{item}", system] = seen, layout
            for expert in ("e1", "e2", "e3"):
                if chance.random() < 0.9:
                    seen = min(5, max(1, truth + chance.choice((-1, 0, 0, 1))))
                    layout = int(yes != (chance.random() < 0.15))
                    place = {"item": f"i{item}", "system": system, "expert": expert}
                    experts += [rating(seen, **place), rating(layout, metric="layout", **place)]
                    scores[expert, f"i{item}", system] = seen, layout
    return cards(readings, experts), scores


def outputs_of(scores, judge, configuration):
    return [key[2:] for key in scores if key[:2] == (judge, configuration)]


def with_experts(scores, judge, configuration, which):
    """Return outputs with an expert, the judge's scores, and each expert's scores there."""
    kept = [o for o in outputs_of(scores, judge, configuration) if any((e, *o) in scores for e in ("e1", "e2", "e3"))]
    x = np.array([scores[judge, configuration, *o][which] for o in kept], float)
    raters = {e: [scores[e, *o][which] if (e, *o) in scores else None for o in kept] for e in ("e1", "e2", "e3")}
    return kept, x, raters


def expert_means(raters):
    return np.array([np.mean([v for v in column if v is not None]) for column in zip(*raters.values(), strict=True)])


@pytest.mark.parametrize("configuration", ["c", "d"])
def test_agreement_with_the_mean_expert_is_what_scipy_gives(noisy, configuration):
    found, scores = noisy
    _, x, raters = with_experts(scores, "j", configuration, 0)
    mean = expert_means(raters)
    card = {
        statistic: row for (j, c, m, statistic), row in found.items() if (j, c, m) == ("j", configuration, "quality")
    }
    assert card["srcc"]["value"] == pytest.approx(stats.spearmanr(x, mean).statistic, abs=1e-12)
    assert card["plcc"]["value"] == pytest.approx(stats.pearsonr(x, mean).statistic, abs=1e-12)
    assert card["krcc"]["value"] == pytest.approx(stats.kendalltau(x, mean).statistic, abs=1e-12)
    assert card["srcc"]["p_value"] == pytest.approx(stats.spearmanr(x, mean).pvalue, rel=1e-6)
    assert card["mae"]["value"] == pytest.approx(np.abs(x - mean).mean(), abs=1e-12)
    assert card["leniency_offset"]["value"] == pytest.approx((x - mean).mean(), abs=1e-12)
    assert card["leniency_spread"]["value"] == pytest.approx((x - mean).std(ddof=1), abs=1e-12)
    assert card["within_one_share"]["value"] == pytest.approx(np.mean(np.abs(x - mean) <= 1), abs=1e-12)
    assert card["exact_share"]["value"] == pytest.approx(np.mean(np.abs(x - mean) < 0.5), abs=1e-12)
    assert card["srcc"]["n"] == len(x)
    both = np.column_stack([x, mean])
    rows, error = both.mean(axis=1), both - both.mean(axis=1)[:, None] - both.mean(axis=0)[None, :] + both.mean()
    between, residual = 2 * rows.var(ddof=1), (error**2).sum() / (len(x) - 1)
    columns = len(x) * both.mean(axis=0).var(ddof=1)
    assert card["icc_c_1"]["value"] == pytest.approx((between - residual) / (between + residual), abs=1e-12)
    agreed = (between - residual) / (between + residual + 2 * (columns - residual) / len(x))
    assert card["icc_a_1"]["value"] == pytest.approx(agreed, abs=1e-12)
    assert card["icc_c_k"]["value"] == pytest.approx((between - residual) / between, abs=1e-12)
    assert card["icc_a_1"]["ci_low"] < agreed < card["icc_a_1"]["ci_high"]


@pytest.mark.parametrize(
    ("metric", "which", "labels", "weights", "name"),
    [("quality", 0, [1, 2, 3, 4, 5], "quadratic", "weighted_kappa"), ("layout", 1, [0, 1], None, "kappa")],
)
def test_kappa_is_the_mean_over_experts_of_sklearns_with_declared_labels(noisy, metric, which, labels, weights, name):
    found, scores = noisy
    _, x, raters = with_experts(scores, "j", "c", which)

    def kappa(first, second):
        both = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
        return cohen_kappa_score(*zip(*both, strict=True), labels=labels, weights=weights)

    expected = np.mean([kappa(list(x.astype(int)), column) for column in raters.values()])
    assert found["j", "c", metric, name]["value"] == pytest.approx(expected, abs=1e-12)
    names = list(raters)
    ceiling = np.mean([kappa(raters[a], raters[b]) for a, b in (names[:2], names[1:], names[::2])])
    assert found["j", "c", metric, f"expert_expert_{name}"]["value"] == pytest.approx(ceiling, abs=1e-12)


def test_yes_and_no_are_held_against_the_majority_and_ties_stand_apart(noisy):
    found, scores = noisy
    _, x, raters = with_experts(scores, "j", "c", 1)
    votes = [[v for v in column if v is not None] for column in zip(*raters.values(), strict=True)]
    decided = [(s, 2 * sum(v) > len(v)) for s, v in zip(x, votes, strict=True) if 2 * sum(v) != len(v)]
    row = found["j", "c", "layout", "majority_accuracy"]
    assert (row["value"], row["n"]) == (
        pytest.approx(np.mean([bool(s) == yes for s, yes in decided]), abs=1e-12),
        len(decided),
    )
    tied = found["j", "c", "layout", "majority_tie_share"]["value"]
    assert tied == pytest.approx(1 - len(decided) / len(x), abs=1e-12) and tied > 0
    expected = cohen_kappa_score([int(s) for s, _ in decided], [int(yes) for _, yes in decided], labels=[0, 1])
    assert found["j", "c", "layout", "majority_kappa"]["value"] == pytest.approx(expected, abs=1e-12)


def test_configurations_and_judges_are_compared_on_the_same_outputs(noisy):
    found, scores = noisy
    outputs = outputs_of(scores, "j", "c")
    own, other, second = (
        np.array([scores[*judge, *o] for o in outputs], float) for judge in (("j", "c"), ("j", "d"), ("k", "c"))
    )
    stability = {
        s: row for (j, c, _, s), row in found.items() if (j, c) == ("j", "c") and s.endswith("configuration/d")
    }
    assert stability["flip_rate:configuration/d"]["value"] == pytest.approx(
        np.mean(own[:, 1] != other[:, 1]), abs=1e-12
    )
    shift = found["j", "c", "quality", "mean_absolute_shift:configuration/d"]["value"]
    assert shift == pytest.approx(np.abs(own[:, 0] - other[:, 0]).mean(), abs=1e-12)
    assert found["j", "d", "quality", "mean_shift:configuration/c"]["value"] == pytest.approx(
        (other[:, 0] - own[:, 0]).mean(), abs=1e-12
    )
    systems = np.array([o[1] for o in outputs])
    means = [[column[systems == name, 0].mean() for name in "abc"] for column in (own, other)]
    tau = found["j", "c", "quality", "rank_tau:configuration/d"]
    assert tau["value"] == pytest.approx(stats.kendalltau(*means).statistic, abs=1e-12)
    assert tau["ci_low"] <= tau["value"] <= tau["ci_high"]
    assert tau["value"] == found["j", "d", "quality", "rank_tau:configuration/c"]["value"]
    assert found["j", "c", "quality", "srcc:judge/k"]["value"] == pytest.approx(
        stats.spearmanr(own[:, 0], second[:, 0]).statistic, abs=1e-12
    )
    assert found["j", "c", "quality", "weighted_kappa:judge/k"]["value"] == pytest.approx(
        cohen_kappa_score(own[:, 0].astype(int), second[:, 0].astype(int), labels=[1, 2, 3, 4, 5], weights="quadratic"),
        abs=1e-12,
    )
    # Asked another way by another judge: neither tells which of the two made the difference.
    assert not [key for key in found if key[:2] == ("j", "d") and key[3].endswith("judge/k")]


def test_paired_differences_are_differences_on_shared_outputs(noisy):
    found, scores = noisy
    kept, own, raters = with_experts(scores, "j", "c", 0)
    other = np.array([scores["j", "d", *o][0] for o in kept], float)
    mean = expert_means(raters)
    row = found["j", "c", "quality", "srcc_difference:configuration/d"]
    expected = stats.spearmanr(own, mean).statistic - stats.spearmanr(other, mean).statistic
    assert row["value"] == pytest.approx(expected, abs=1e-12)
    assert row["ci_low"] < expected < row["ci_high"]
    # The only metric of kind score: the mean over metrics is its value.
    assert found["j", "c", "mean", "srcc_difference:configuration/d"]["value"] == pytest.approx(expected, abs=1e-12)
    items = np.array([o[0] for o in kept])
    left_out = []
    for item in sorted(set(items)):
        rest = items != item
        left_out.append(
            stats.spearmanr(own[rest], mean[rest]).statistic - stats.spearmanr(other[rest], mean[rest]).statistic
        )
    se = math.sqrt((len(left_out) - 1) / len(left_out) * np.sum((np.array(left_out) - np.mean(left_out)) ** 2))
    assert row["ci_high"] - expected == pytest.approx(stats.t.ppf(0.975, len(left_out) - 1) * se, abs=1e-9)


def test_two_judges_of_systems_correlate_within_each_setting():
    chance = random.Random(1)
    rows, means = [], {}
    for setting in ("orig", "know"):
        for system in range(7):
            for judge in ("j", "k"):
                given = [chance.randint(1, 5) for _ in range(9)]
                means[setting, judge, system] = np.mean(given)
                rows += [reading(v, f"i{n}", f"s{system}", judge, setting=setting) for n, v in enumerate(given)]
    found = cards(rows)
    for setting in ("orig", "know"):
        x, y = ([means[setting, judge, system] for system in range(7)] for judge in ("j", "k"))
        row = found["j", "c", "quality", f"system_srcc:judge/k/{setting}"]
        assert row["value"] == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)
        assert row["p_value"] == pytest.approx(stats.spearmanr(x, y).pvalue, rel=1e-9)
        assert row["n"] == 7


def test_a_perfect_a_constant_and_a_reversed_judge_are_told_apart():
    truth = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    experts = [rating(v, f"i{n}", expert=e) for n, v in enumerate(truth) for e in ("e1", "e2")]
    judges = {"perfect": truth, "constant": [3] * 10, "reversed": [6 - v for v in truth]}
    found = cards([reading(v, f"i{n}", judge=j) for j, given in judges.items() for n, v in enumerate(given)], experts)

    def shown(judge, statistic):
        row = found[judge, "c", "quality", statistic]
        return row["value"], row["status"]

    for name in ("srcc", "plcc", "krcc"):
        assert shown("perfect", name) == (pytest.approx(1), "boundary")
        assert shown("constant", name) == (None, "constant_input")
        assert shown("reversed", name) == (pytest.approx(-1), "boundary")
    assert shown("perfect", "weighted_kappa") == (1.0, "boundary")
    assert shown("perfect", "mae") == (0.0, "boundary")
    assert shown("perfect", "exact_share") == (1.0, "ok")
    assert found["perfect", "c", "quality", "exact_share"]["ci_low"] < 1
    # A judge who says one thing agrees by chance alone; of a reversed one disagreement is as large as can be.
    assert shown("constant", "weighted_kappa")[0] == pytest.approx(0, abs=1e-12)
    assert shown("reversed", "weighted_kappa")[0] == pytest.approx(-1)
    assert shown("reversed", "leniency_offset")[0] == pytest.approx(0)


def test_the_mean_correlation_of_a_reversed_judge_is_minus_one_and_never_beyond():
    for n in range(3, 40):
        experts = [rating(v, f"i{v}") for v in range(n)]
        row = cards([reading(-v, f"i{v}") for v in range(n)], experts)["j", "c", "mean", "srcc"]
        assert row["value"] == -1, n


def test_one_output_is_too_few_for_the_mean_correlation_too():
    found = cards([reading(3)], [rating(4)])
    assert {found["j", "c", metric, "srcc"]["status"] for metric in ("quality", "mean")} == {"too_few"}


def test_one_answer_by_all_has_no_kappa_and_a_score_off_the_scale_no_place():
    flat = cards([reading(3, f"i{n}") for n in range(4)], [rating(3, f"i{n}") for n in range(4)])
    assert flat["j", "c", "quality", "weighted_kappa"]["status"] == "single_category"
    assert flat["j", "c", "quality", "weighted_kappa"]["value"] is None
    assert flat["j", "c", "quality", "expert_expert_weighted_kappa"]["status"] == "single_rater"
    off = cards([reading(2.5, f"i{n}") for n in range(4)], [rating(3, f"i{n}") for n in range(4)])
    assert off["j", "c", "quality", "weighted_kappa"]["status"] == "not_on_scale"
    # What the experts are to each other does not depend on the judge.
    experts = [rating(1 + n, f"i{n}", expert=e) for n in range(4) for e in ("e1", "e2")]
    ceiling = cards([reading(2.5, f"i{n}") for n in range(4)], experts)[
        "j", "c", "quality", "expert_expert_weighted_kappa"
    ]
    assert (ceiling["value"], ceiling["status"]) == (1.0, "boundary")
    bare = cards([reading(3, metric="wit")], [rating(3, metric="wit")])
    assert bare["j", "c", "wit", "weighted_kappa"]["status"] == "no_scale"
    apart = cards([reading(3, "i0")], [rating(3, "i1")])
    assert apart["j", "c", "quality", "srcc"]["status"] == "no_shared_outputs"


def test_repeats_are_compared_with_each_other_and_the_first_is_the_reading():
    # Two outputs asked twice, one once: means 1.5 and 4, sums of squares within 0.5 and 0.
    rows = [
        reading(1, "i0"),
        reading(2, "i0", repeat=2),
        reading(4, "i1"),
        reading(4, "i1", repeat=2),
        reading(5, "i2"),
    ]
    found = cards(rows)
    assert found["j", "c", "quality", "mean_score"]["value"] == pytest.approx((1 + 4 + 5) / 3)
    equal = found["j", "c", "quality", "self_equal_share"]
    assert (equal["value"], equal["n"]) == (0.5, 2)
    assert found["j", "c", "quality", "self_mean_sd"]["value"] == pytest.approx(math.sqrt(0.5) / 2)
    # Observed: (2 * 0.5 / 1 + 0) / 4; expected: the sum of squares of 1, 2, 4, 4 about 2.75, by 3.
    assert found["j", "c", "quality", "self_alpha"]["value"] == pytest.approx(1 - (1 / 4) / (6.75 / 3))
    once = cards([reading(3)])
    assert once["j", "c", "quality", "self_alpha"]["status"] == "no_repeats"


def test_replies_that_fail_or_break_the_gate_are_shares_of_their_own_totals():
    replies = [("b", "j", "c", f"i{n}", 2, int(n < 3), 2 - int(n < 3), int(n == 5)) for n in range(10)]
    found = cards([], replies=replies)
    failed, gated = (found["j", "c", "all", name] for name in ("parse_failure_rate", "gating_rate"))
    assert (failed["value"], failed["n"], failed["cluster_count"]) == (pytest.approx(3 / 20), 20, 10)
    assert (gated["value"], gated["n"]) == (pytest.approx(1 / 17), 17)
    assert 0 < failed["ci_low"] < 3 / 20 < failed["ci_high"] < 1


def test_the_order_of_rows_changes_nothing():
    chance = random.Random(9)
    rows = [
        reading(chance.randint(1, 5), f"i{n}", s, configuration=c) for n in range(20) for s in "abc" for c in ("c", "d")
    ]
    rated = [rating(chance.randint(1, 5), f"i{n}", s, e) for n in range(20) for s in "abc" for e in ("e1", "e2")]
    first = cards(rows, rated)
    chance.shuffle(rows)
    chance.shuffle(rated)
    assert cards(rows, rated) == first


def test_no_judge_gives_an_empty_table_with_types():
    assert cards([]) == {}


def test_the_jackknife_of_a_mean_is_the_t_interval():
    values = np.array([1.0, 2.0, 4.0, 7.0])
    found = jackknife_t(values.mean(), (values.sum() - values) / 3, 4)
    reach = stats.t.ppf(0.975, 3) * values.std(ddof=1) / 2
    assert (found.low, found.high) == (pytest.approx(3.5 - reach), pytest.approx(3.5 + reach))
    assert found.p == pytest.approx(stats.ttest_1samp(values, 0).pvalue)
    assert jackknife_t(1.0, np.array([1.0]), 1).status == "one_cluster"
    assert jackknife_t(1.0, np.array([1.0, 1.0, math.nan]), 1).status == "undefined_replicates"
    assert jackknife_t(0.9, np.array([0.5, 1.0]), 1, -1, 1).high == 1


# --- claims -----------------------------------------------------------------------------------------------------------


def test_sides_that_share_clusters_are_paired_and_others_are_welchs():
    chance = random.Random(2)
    x, y = ([chance.gauss(mean, 1) for _ in range(12)] for mean in (0.5, 0))
    paired = contrast({str(n): (v, 1) for n, v in enumerate(x)}, {str(n): (v, 1) for n, v in enumerate(y)})
    expected = stats.ttest_rel(x, y)
    assert (paired["p_value"], paired["design"]) == (pytest.approx(expected.pvalue), "paired")
    assert paired["ci_low"] == pytest.approx(expected.confidence_interval().low)
    apart = contrast({f"a{n}": (v, 1) for n, v in enumerate(x)}, {f"b{n}": (v, 1) for n, v in enumerate(y)})
    expected = stats.ttest_ind(x, y, equal_var=False)
    assert (apart["p_value"], apart["design"]) == (pytest.approx(expected.pvalue), "independent")
    assert apart["ci_high"] == pytest.approx(expected.confidence_interval().high)
    partly = contrast({"a": (9, 1), "b": (1, 1), "c": (2, 1)}, {"b": (1, 1), "c": (1, 1), "d": (7, 1)})
    assert (partly["estimate"], partly["shared_cluster_count"], partly["cluster_count_a"]) == (0.5, 2, 3)


def test_where_nothing_varies_a_contrast_has_no_interval():
    same = {"a": (1.0, 2.0), "b": (3.0, 4.0)}
    found = contrast(same, dict(same))
    assert (found["estimate"], found["p_value"], found["status"]) == (0.0, 1.0, "identical")
    shifted = contrast({"a": (1.0, 1.0), "b": (1.0, 1.0)}, {"a": (0.0, 1.0), "b": (0.0, 1.0)})
    assert (shifted["ci_low"], shifted["status"]) == (None, "constant_difference")
    assert contrast({"a": (1.0, 1.0)}, {"b": (0.0, 1.0)})["status"] == "one_cluster"


def test_a_claim_with_one_side_has_no_contrast():
    columns = ("claim_id", "system_id", "side", "cluster_id", "score_sum", "score_count")
    rows = [("c", "all", "a", "x", 1.0, 1), ("d", "all", "a", "x", 1.0, 1), ("d", "all", "b", "x", 1.0, 1)]
    made = contrasts(pa.table({name: [row[n] for row in rows] for n, name in enumerate(columns)}))
    assert [row["claim_id"] for row in made.to_pylist()] == ["d"]
