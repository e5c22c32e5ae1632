"""Judges' cards in the warehouse: planted judges are found out, public judges give plain values, claims get verdicts."""

from __future__ import annotations

import csv
import itertools
import json
import math
from pathlib import Path

import pytest
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from conftest import House, real_data_folder
from ingest.simulate import _emogenie_models, _mer_experts, arteculture_models
from votes import write_csv

JUDGED = ("mer_bench", "emogenie", "arteculture")
BUILD = (
    "build", "-s", "+judge_cards", "+claims", "+exclusions", "mer_bench_judge_validation", "mer_bench_judge_stability",
    "--exclude-resource-type", "unit_test", "--exclude-resource-type", "test",
)  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> House:
    house = House(tmp_path_factory.mktemp("judges"))
    for benchmark in JUDGED:
        out = house.data / benchmark
        house.ingest("simulate", benchmark, "--out", out, "--scale", "0.05", "--seed", "42", "--judge-study")
    house.ingest("simulate", "mame_re", "--out", house.data / "mame_re", "--scale", "0.05", "--seed", "42")
    house.ingest("load", house.data)
    land_pools(house)
    land_reversed(house)
    land_guest(house)
    if "AFFECTMART_REAL_DATA" in house.environment():
        land_pandalm(house)
        land_viescore(house)
    house.dbt(*BUILD)
    return house


def land_pools(house: House) -> None:
    """Land sums of a system of our own on pools of four: the small simulation has too few similar memes."""
    rows = [
        {
            "leaderboard": "mame_re_leaderboard", "breakdown": "pool", "breakdown_value": f"exp4|4|{condition}",
            "system_id": "by-hand", "metric": "score_at_1", "convention_id": "exclude", "cluster_id": f"c{number}",
            "score_sum": total, "score_count": 2,
        }
        for condition, sums in (("Low", (1.2, 0.8, 2, 1)), ("High", (0.4, 0.6, 1, 0.9)))
        for number, total in enumerate(sums)
    ]  # fmt: skip
    path = write_csv(house.folder / "files" / "pools.csv", rows)
    house.ingest("load", path, "--as", "cluster_scores", "--benchmark", "mame_re")


def land_reversed(house: House) -> None:
    """Land a benchmark of its own, in which three judges are perfect, constant and reversed."""
    outputs = [(f"i{n}", 1 + n % 5) for n in range(20)]
    given = {"perfect": lambda v: v, "constant": lambda v: 3, "reversed": lambda v: 6 - v}
    judged = [
        {"judge_id": judge, "system_id": "s", "item_id": item, "metric": "wit", "raw_score": of(v)}
        for judge, of in given.items()
        for item, v in outputs
    ]
    rated = [
        {"expert_id": expert, "system_id": "s", "item_id": item, "metric": "wit", "raw_score": v}
        for expert in ("e1", "e2")
        for item, v in outputs
    ]
    # An earlier answer to the same, and one that says the same.
    rated = [{**rated[0], "raw_score": 5}, dict(rated[1]), *rated]
    land(house, "wits", judged, rated, [1, 2, 3, 4, 5], "wit")


def land_guest(house: House) -> None:
    """Land scores of mer_bench's own judge and of another, whose numbered run stands in two files."""
    rows = [
        {"judge_id": judge, "run": 1, "system_id": "s", "item_id": f"i{n}", "metric": "wit", "raw_score": n % 5}
        for judge in ("guest", "judge")
        for n in range(6)
    ]
    for name in ("guest", "guest_copy"):
        path = write_csv(house.folder / "files" / f"{name}.csv", rows)
        house.ingest("load", path, "--as", "judgements", "--benchmark", "mer_bench")


def land(house: House, benchmark: str, judged: list, rated: list, points: list[int], *metrics: str) -> None:
    folder = house.folder / "files" / benchmark
    scale = [
        {"scale": f"{benchmark}_scale", "label": f"p{point}", "position": place, "numeric_value": point}
        for place, point in enumerate(points, start=1)
    ]
    questions = [{"question": metric, "scale": f"{benchmark}_scale"} for metric in metrics]
    declared = (
        "--scale", write_csv(folder / "scale.csv", scale), "--questions", write_csv(folder / "questions.csv", questions),
    )  # fmt: skip
    for shape, rows in (("judgements", judged), ("expert_judgements", rated)):
        if rows:
            path = write_csv(folder / f"{shape}.csv", rows)
            house.ingest("load", path, "--as", shape, "--benchmark", benchmark, *declared)


def pandalm(folder: Path) -> tuple[dict[str, list], list[list[int]]]:
    """Each judge's results as they stand, and the three annotators' of the same pairs."""
    files = {
        "gpt-3.5-turbo": ("gpt-3.5-turbo-testset-v1", "gpt_result"),
        "pandalm-7b": ("pandalm-7b-testset-v1", "pandalm_result"),
    }
    judges = {
        judge: [row[key] for row in json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))]
        for judge, (name, key) in files.items()
    }
    rows = json.loads((folder / "testset-v1.json").read_text(encoding="utf-8"))
    return judges, [[row[f"annotator{n}"] for n in (1, 2, 3)] for row in rows]


def as_point(result: object) -> object:
    """A tie is 0; what is no verdict stays as it is, for ingest to refuse."""
    return 0 if result == "Tie" else result


def land_pandalm(house: House) -> None:
    judges, people = pandalm(real_data_folder() / "pandalm")
    shared = {"system_id": "pair", "metric": "winner"}
    judged = [
        {"judge_id": judge, "item_id": f"{n}", "raw_score": as_point(result), **shared}
        for judge, results in judges.items()
        for n, result in enumerate(results)
    ]
    rated = [
        {"expert_id": f"annotator{k}", "item_id": f"{n}", "raw_score": result, **shared}
        for n, results in enumerate(people)
        for k, result in enumerate(results, start=1)
    ]
    land(house, "pandalm", judged, rated, [0, 1, 2], "winner")


def viescore(folder: Path) -> dict[tuple[str, str], int]:
    """The semantic score of each system's image, where there is one number."""
    found = {}
    for path in sorted(folder.rglob("SC.json")):
        for uid, entry in json.loads(path.read_text(encoding="utf-8")).items():
            if len(entry["score"]) == 1 and isinstance(entry["score"][0], int):
                found[path.parent.name, uid] = entry["score"][0]
    return found


def people_of(folder: Path) -> dict[tuple[str, str], list[float]]:
    """ImagenHub's raters of the same images: the first number of each cell."""
    found: dict[tuple[str, str], list[float]] = {}
    for path in sorted((folder / "eval" / "human_ratings" / "Text-To-Image").glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream, delimiter="\t"):
                for system, cell in row.items():
                    if system != "uid" and cell:
                        found.setdefault((system.replace("DALLE", "DALLE2", 1), row["uid"]), []).append(
                            json.loads(cell)[0]
                        )
    return found


def land_viescore(house: House) -> None:
    real = real_data_folder()
    judged = [
        {"judge_id": "gemini", "system_id": system, "item_id": uid, "metric": "SC", "raw_score": score}
        for (system, uid), score in viescore(real / "viescore").items()
    ]
    rated = [
        {"expert_id": f"rater{k}", "system_id": system, "item_id": uid, "metric": "SC", "raw_score": score}
        for (system, uid), scores in people_of(real / "imagenhub").items()
        for k, score in enumerate(scores)
    ]
    for shape, rows in (("judgements", judged), ("expert_judgements", rated)):
        path = write_csv(house.folder / "files" / "viescore" / f"{shape}.csv", rows)
        house.ingest("load", path, "--as", shape, "--benchmark", "viescore")


def card(house: House, benchmark: str, **keys: str) -> dict[tuple[str, str, str, str], dict]:
    names = ("judge_id", "configuration", "metric", "statistic", "value", "ci_low", "ci_high", "n", "status")
    where = " and ".join(["benchmark = ?", *(f"{name} = ?" for name in keys)])
    rows = house.query(f"select {', '.join(names)} from marts.judge_cards where {where}", benchmark, *keys.values())
    return {row[:4]: dict(zip(names, row, strict=True)) for row in rows}


# --- planted judges ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("configuration", _mer_experts.JUDGES)
def test_planted_bias_noise_and_unsteadiness_lie_in_their_intervals(place, configuration):
    judge, expert = _mer_experts.JUDGES[configuration], _mer_experts.EXPERT
    found = card(place, "mer_bench", judge_id="judge", configuration=configuration)
    planted = {
        "leniency_offset": judge.bias - expert.bias,
        "leniency_spread": math.sqrt(judge.variance + expert.variance / len(_mer_experts.EXPERTS)),
        "self_equal_share": judge.equal_share,
    }
    missed = [
        (metric, statistic)
        for metric in _mer_experts.FREE_SCORES
        for statistic, value in planted.items()
        if not inside(found["judge", configuration, metric, statistic], value)
    ]
    # Of twelve intervals at 95 % one may miss.
    assert len(missed) <= 1, missed
    layout = found["judge", configuration, "lc", "self_equal_share"]
    assert inside(layout, judge.flip**2 + (1 - judge.flip) ** 2)


def inside(row: dict, value: float) -> bool:
    return row["ci_low"] <= value <= row["ci_high"]


def test_planted_flip_rates_between_configurations_lie_in_their_intervals(place):
    for (first, own), (second, other) in itertools.permutations(_mer_experts.JUDGES.items(), 2):
        expected = own.flip * (1 - other.flip) + other.flip * (1 - own.flip)
        row = card(place, "mer_bench", configuration=first)["judge", first, "lc", f"flip_rate:configuration/{second}"]
        assert inside(row, expected), (first, second)


def test_planted_failures_and_broken_gates_are_found_one_by_one(place):
    truths = json.loads((place.data / "mer_bench" / "truths.json").read_text())
    for name, judge in _mer_experts.JUDGES.items():
        found = card(place, "mer_bench", configuration=name, metric="all")
        replies = truths[f"replies:{name}"]
        failed, gated = (found["judge", name, "all", s] for s in ("parse_failure_rate", "gating_rate"))
        assert (failed["value"], failed["n"]) == (pytest.approx(judge.failures / replies), replies)
        assert gated["value"] == pytest.approx(judge.gate_violations / (replies - judge.failures))
        assert inside(failed, judge.failures / replies)


def test_experts_have_a_ceiling_that_stands_on_every_card(place):
    rows = card(place, "mer_bench", metric="vgq", statistic="expert_expert_ac")
    assert {key[1] for key in rows} == set(_mer_experts.JUDGES)
    expected = place.query(
        """
        select value from marts.agreement where benchmark = 'mer_bench' and panel = 'experts' and question = 'vgq'
        and breakdown = 'all' and coefficient = 'gwet_ac' and weights = 'quadratic' and marginals = 'mean_of_proportions'
        """
    )
    assert {(row["value"],) for row in rows.values()} == set(expected)
    assert all(row["ci_low"] < row["value"] < row["ci_high"] for row in rows.values())


def test_composites_of_judge_and_experts_are_compared_too(place):
    rows = card(place, "mer_bench", configuration="RF-VF", statistic="srcc")
    metrics = {key[2] for key in rows}
    assert {"tas", "cfs", "sss", "rfs", "vgq", "lc", "ppe", "mean"} <= metrics
    assert all(row["n"] == 98 for row in rows.values())


def test_two_judges_of_explanations_show_the_planted_shift(place):
    first, second = arteculture_models.JUDGES
    found = card(place, "arteculture", judge_id=second)
    up, down = arteculture_models.JUDGE_UP, arteculture_models.JUDGE_DOWN
    for statistic, planted in (
        ("mean_shift", up - down),
        ("exact_share", 1 - up - down),
        ("mean_absolute_shift", up + down),
    ):
        assert inside(found[second, "all", "emotion_alignment", f"{statistic}:judge/{first}"], planted), statistic
    settings = {key[3] for key in found if "system_srcc" in key[3]}
    assert settings == {f"system_srcc:judge/{first}/{setting}" for setting in ("know", "orig", "sft")}


def test_spearman_of_two_judges_over_models_is_a_plain_recomputation(place):
    sums: dict[tuple[str, str, str], list[int]] = {}
    with (place.data / "arteculture" / "arteculture" / "explanation_scores.csv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            sums.setdefault((row["judge"], row["setting"], row["model"]), []).append(int(row["score"]))
    first, second = arteculture_models.JUDGES
    found = card(place, "arteculture", judge_id=first)
    for setting in arteculture_models.MAIN:
        x, y = (
            [sum(sums[judge, setting, model]) / len(sums[judge, setting, model]) for model in arteculture_models.MODELS]
            for judge in (first, second)
        )
        row = found[first, "all", "emotion_alignment", f"system_srcc:judge/{second}/{setting}"]
        assert row["value"] == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)


def test_five_repeats_show_the_planted_unsteadiness(place):
    up, down = _emogenie_models.JUDGE_UP, _emogenie_models.JUDGE_DOWN
    found = card(place, "emogenie", judge_id="judge-1")
    for metric in _emogenie_models.RATED:
        equal = found["judge-1", "all", metric, "self_equal_share"]
        assert inside(equal, up**5 + down**5 + (1 - up - down) ** 5), metric
        # Every rating is a draw of its own: repeats agree no more than other descriptions do.
        assert inside(found["judge-1", "all", metric, "self_alpha"], 0), metric
        assert inside(found["judge-1", "all", metric, "mean_score"], 1 + up - down), metric


def test_what_nobody_recorded_has_no_rate(place):
    row = card(place, "emogenie", metric="all")["judge-1", "all", "all", "parse_failure_rate"]
    assert (row["value"], row["status"]) == (None, "not_recorded")


def test_the_later_answer_of_an_expert_stands_and_the_earlier_is_listed(place):
    rows = place.query(
        "select exclusion_reason, item_id, metric from intermediate.int_expert_versions "
        "where benchmark = 'wits' and exclusion_reason is not null order by exclusion_reason"
    )
    assert rows == [
        ("row.duplicate", "i1", "wit"),
        ("row.superseded", "i0", "wit"),
    ]


def test_a_perfect_a_constant_and_a_reversed_judge_of_ones_own_benchmark(place):
    found = card(place, "wits", metric="wit")
    assert {j: found[j, "all", "wit", "srcc"]["status"] for j in ("perfect", "constant", "reversed")} == {
        "perfect": "boundary", "constant": "constant_input", "reversed": "boundary",
    }  # fmt: skip
    assert found["reversed", "all", "wit", "srcc"]["value"] == -1
    assert found["constant", "all", "wit", "weighted_kappa"]["value"] == pytest.approx(0, abs=1e-12)
    assert found["perfect", "all", "wit", "expert_expert_alpha"]["value"] == pytest.approx(1)


def test_another_judge_of_a_benchmark_has_a_card_and_what_is_not_used_is_listed(place):
    found = card(place, "mer_bench", metric="wit")
    assert {key[0] for key in found} == {"guest"}
    assert found["guest", "all", "wit", "output_count"]["value"] == 6
    assert found["guest", "all", "wit", "self_alpha"]["status"] == "no_repeats"
    listed = place.query(
        "select reason, count(*), min(detail) from marts.exclusions "
        "where benchmark = 'mer_bench' and stage = 'judgements' group by reason order by reason"
    )
    assert listed == [
        ("judge.has_documents", 12, "judge judge, configuration all, metric wit"),
        ("row.duplicate", 6, "judge guest, configuration all, metric wit"),
    ]


def test_score_pairs_of_the_benchmarks_name_each_pair_once(place):
    assert place.query("select distinct exclusion_reason from intermediate.int_score_pair_versions") == [(None,)]


# --- public judges ----------------------------------------------------------------------------------------------------


def test_pandalm_judges_agree_with_people_as_a_plain_recomputation_says(place):
    judges, people = pandalm(real_data_folder() / "pandalm")
    found = card(place, "pandalm", metric="winner")
    for judge, results in judges.items():
        kept = [n for n, result in enumerate(results) if result != "garbage"]
        scores = {n: int(as_point(results[n])) for n in kept}
        mean = [sum(people[n]) / 3 for n in kept]
        given = [scores[n] for n in kept]
        own = {statistic: row for (j, _, _, statistic), row in found.items() if j == judge}
        assert own["output_count"]["value"] == len(kept)
        assert own["mean_score"]["value"] == pytest.approx(sum(given) / len(given), abs=1e-12)
        assert own["srcc"]["value"] == pytest.approx(stats.spearmanr(given, mean).statistic, abs=1e-12)
        kappas = [
            cohen_kappa_score(given, [people[n][k] for n in kept], labels=[0, 1, 2], weights="quadratic")
            for k in range(3)
        ]
        assert own["weighted_kappa"]["value"] == pytest.approx(sum(kappas) / 3, abs=1e-12)
    rejected = place.value("select count(*) from raw.rejects where value = 'garbage'")
    assert rejected == judges["gpt-3.5-turbo"].count("garbage") == 25
    both = [n for n, result in enumerate(judges["gpt-3.5-turbo"]) if result != "garbage"]
    equal = [int(as_point(judges["gpt-3.5-turbo"][n])) == judges["pandalm-7b"][n] for n in both]
    row = found["pandalm-7b", "all", "winner", "exact_share:judge/gpt-3.5-turbo"]
    assert (row["value"], row["n"]) == (pytest.approx(sum(equal) / len(equal), abs=1e-12), 974)


def test_viescore_has_its_plain_means_and_its_spearman_with_imagenhubs_raters(place):
    real = real_data_folder()
    scores, people = viescore(real / "viescore"), people_of(real / "imagenhub")
    found = card(place, "viescore", metric="SC")
    mean = found["gemini", "all", "SC", "mean_score"]
    assert (mean["value"], mean["n"]) == (pytest.approx(sum(scores.values()) / len(scores), abs=1e-12), len(scores))
    shared = sorted(scores.keys() & people.keys())
    assert len(shared) > 900
    x, y = [scores[key] for key in shared], [sum(people[key]) / len(people[key]) for key in shared]
    row = found["gemini", "all", "SC", "srcc"]
    assert (row["value"], row["n"]) == (pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12), len(shared))
    assert found["gemini", "all", "SC", "weighted_kappa"]["status"] == "no_scale"


# --- views and claims -------------------------------------------------------------------------------------------------


def test_views_of_mer_bench_hold_the_cards_numbers(place):
    for view in ("mer_bench_judge_validation", "mer_bench_judge_stability"):
        rows = place.query(f"select judge_id, configuration, metric, statistic, value, n from marts.{view}")
        assert rows
        own = card(place, "mer_bench")
        assert all((own[tuple(key)]["value"], own[tuple(key)]["n"]) == (value, n) for *key, value, n in rows)
    pairs = place.query(
        "select distinct configuration, other_configuration from marts.mer_bench_judge_stability "
        "where measure = 'flip_rate'"
    )
    assert len(pairs) == 12


def verdicts(house: House) -> dict[str, str]:
    return dict(house.query("select claim_id, verdict from marts.claims where system_id = 'all'"))


def test_the_best_configuration_is_one_by_paired_intervals(place):
    found = verdicts(place)
    assert {found[f"mer_bench.rf_vf_above_{other}"] for other in ("rf_vl", "rl_vf", "rl_vl")} == {"supported"}


def test_a_claim_without_data_is_not_computable(place):
    """Single outputs that experts rated are no comparable population: no category has a score."""
    rows = place.query(
        "select distinct verdict, estimate, status, p_value from marts.claims "
        "where benchmark = 'mer_bench' and registered_claim_id not like '%rf_vf%'"
    )
    assert rows == [("not computable", None, "no_data", None)]


def claim(house: House, claim_id: str) -> dict:
    names = ("estimate", "ci_low", "ci_high", "p_value", "verdict", "design", "shared_cluster_count")
    rows = house.query(f"select {', '.join(names)} from marts.claims where claim_id = ?", claim_id)
    return dict(zip(names, rows[0], strict=True))


def sides(house: House, where_a: str, where_b: str, table: str = "int_cluster_scores") -> list[dict]:
    return [
        {cluster: (total, count) for cluster, total, count in house.query(
            f"select cluster_id, sum(score_sum), sum(score_count) from intermediate.{table} where {where} group by all"
        )}
        for where in (where_a, where_b)
    ]  # fmt: skip


def paired(own: dict, other: dict) -> dict:
    """Ratio of sums on shared clusters, CR1 over clusters, t with C - 1; in plain Python."""
    shared = sorted(own.keys() & other.keys())
    count = len(shared)
    totals = [(sum(side[c][0] for c in shared), sum(side[c][1] for c in shared)) for side in (own, other)]
    means = [total / units for total, units in totals]
    moves = [
        (own[c][0] - means[0] * own[c][1]) / totals[0][1] - (other[c][0] - means[1] * other[c][1]) / totals[1][1]
        for c in shared
    ]
    se = math.sqrt(count / (count - 1) * sum(move**2 for move in moves))
    estimate, reach = means[0] - means[1], stats.t.ppf(0.975, count - 1) * se
    p = 2 * stats.t.sf(abs(estimate) / se, count - 1)
    return {"estimate": estimate, "ci_low": estimate - reach, "ci_high": estimate + reach, "p_value": p}


POOLED = "benchmark = 'arteculture' and leaderboard = 'arteculture_accuracy' and breakdown = 'all'"
POOLS = "benchmark = 'mame_re' and metric = 'score_at_1' and convention_id = 'exclude' and setting = 'all'"


@pytest.mark.parametrize(
    ("claim_id", "where_a", "where_b"),
    [
        *(
            (
                f"arteculture.know_above_orig_{culture}",
                f"{POOLED} and panel = '{culture}' and setting = 'know'",
                f"{POOLED} and panel = '{culture}' and setting = 'orig'",
            )
            for culture in ("english", "chinese", "arabic")
        ),
        (
            "mame_re.falls_from_4_to_8_candidates",
            f"{POOLS} and breakdown_value = 'exp3|4|'",
            f"{POOLS} and breakdown_value = 'exp3|8|'",
        ),
        (
            "mame_re.falls_with_similarity_of_4:by-hand",
            f"{POOLS} and system_id = 'by-hand' and breakdown_value = 'exp4|4|Low'",
            f"{POOLS} and system_id = 'by-hand' and breakdown_value = 'exp4|4|High'",
        ),
        (
            "mame_re.descriptions_help_not_llms:gpt-5/preference",
            f"{POOLS} and breakdown = 'all' and system_id = 'gpt-5-Y'",
            f"{POOLS} and breakdown = 'all' and system_id = 'gpt-5-N'",
        ),
        (
            "mame_re.descriptions_help_llm_embeddings:Calm2-LLM-Emb/similarity",
            f"{POOLS} and breakdown = 'all' and system_id = 'Calm2-LLM-Emb-Y'",
            f"{POOLS} and breakdown = 'all' and system_id = 'Calm2-LLM-Emb-N'",
        ),
    ],
)
def test_claims_on_shared_clusters_are_the_paired_t_test(place, claim_id, where_a, where_b):
    found = claim(place, claim_id)
    expected = paired(*sides(place, where_a, where_b))
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-9)
    assert found["design"] == "paired"
    low, high = found["ci_low"], found["ci_high"]
    assert (found["verdict"] == "not separable") == (low <= 0 <= high)


def test_perspectives_share_no_prompt_and_are_compared_as_independent(place):
    """Each prompt has as many images, so that Welch's test of prompt means is the same."""
    shared = "benchmark = 'emogenie' and leaderboard = 'emogenie_alignment' and convention_id = 'fractional' and breakdown = 'all'"
    own, other = sides(place, f"{shared} and panel = 'expressed'", f"{shared} and panel = 'evoked'")
    means = [[total / count for total, count in side.values()] for side in (own, other)]
    assert len({count for side in (own, other) for _, count in side.values()}) == 1
    expected = stats.ttest_ind(*means, equal_var=False)
    found = claim(place, "emogenie.expressed_above_evoked")
    assert (found["design"], found["shared_cluster_count"]) == ("independent", 0)
    assert found["p_value"] == pytest.approx(expected.pvalue, abs=1e-9)
    assert found["ci_low"] == pytest.approx(expected.confidence_interval().low, abs=1e-9)


def test_a_claim_about_each_system_has_a_row_for_each(place):
    rows = place.query(
        "select system_id from marts.claims where registered_claim_id = 'emogenie.expressed_above_evoked'"
    )
    assert len(rows) == 9


@pytest.mark.parametrize(
    ("mart", "grain"),
    [("judge_cards", "benchmark, judge_id, configuration, metric, statistic"), ("claims", "claim_id")],
)
def test_of_four_benchmarks_each_row_stands_once_with_bounds_around_its_value(place, mart, grain):
    assert place.value(f"select count(*) from marts.{mart}") > 0
    assert place.query(f"select {grain} from marts.{mart} group by all having count(*) > 1") == []
    value = "value" if mart == "judge_cards" else "estimate"
    assert place.query(f"select * from marts.{mart} where not {value} between ci_low - 1e-12 and ci_high + 1e-12") == []
    assert place.query(f"select * from marts.{mart} where isnan({value}) or isnan(ci_low) or isnan(ci_high)") == []


def test_every_registered_claim_has_its_row(place):
    registered = place.query("select claim_id from seeds.claims_registered")
    assert {name for (name,) in registered} == verdicts(place).keys()


def test_mame_re_has_no_judge_to_plant(house):
    told = house.ingest("simulate", "mame_re", "--out", house.folder / "x", "--judge-study", code=1)
    assert "has no judge" in told.stderr
