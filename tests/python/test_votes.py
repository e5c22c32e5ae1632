"""Votes, labels and raters as a user meets them: files in, marts out; any order, any thread count, bad input told."""

from __future__ import annotations

import json
import os
import random

import numpy as np
import pytest
from scipy import stats

from analysis.tables.agreement import paradox_note
from conftest import House, shared_folder
from plain_agreement import chance_corrected, count_table, weight_matrix
from votes import Row, Study, agreement_of, build, write_csv

EMOTIONS = ["awe", "fear", "sadness"]


def labels_of(house: House, benchmark: str, policy: str = "plurality") -> dict[tuple[str, str], tuple]:
    rows = house.query(
        "select question, subject_id, label, leaders, leader_count, vote_share, vote_count, settled_round "
        "from marts.labels where benchmark = ? and policy = ?",
        benchmark,
        policy,
    )
    return {(question, subject): tuple(rest) for question, subject, *rest in rows}


@pytest.fixture(scope="module")
def votes(tmp_path_factory) -> House:
    """Many small studies in one warehouse and one build."""
    house = House(tmp_path_factory.mktemp("votes"))
    for study in (oracle_labels(), panels(), opinions(), many(), mixed(), watched(), rounds(), spans()):
        study.land(house)
    answers = write_csv(house.folder / "outputs.csv", outputs())
    house.ingest("load", answers, "--as", "outputs", "--benchmark", "answered")
    build(house)
    return house


def outputs() -> list[Row]:
    """A system's answers: one told twice, one taken back, and the same item with another k."""
    given = [("i1", 5, "a"), ("i1", 5, "a"), ("i2", 5, "a"), ("i2", 5, "b"), ("i2", 9, "a")]
    return [{"system_id": "s", "item_id": item, "k": k, "choice_id": choice} for item, k, choice in given]


def oracle_labels() -> Study:
    study = Study("labels")
    if "AFFECTMART_SHARED" not in os.environ:
        return study
    for name, case in json.loads((shared_folder() / "oracles" / "labels.json").read_text()).items():
        study.scale(name, ["a", "b"] if name.endswith("worker_rows") else EMOTIONS)
        for subject, rater, label in case["rows"]:
            study.vote(subject, rater, label, name)
    return study


def panels() -> Study:
    """Three panels; s1 is awe everywhere, s2 is fear in two, s3 is tied in one, s4 is missing in one."""
    study = Study("panels")
    study.scale("emotion", EMOTIONS)
    for panel, by_subject in {
        "x": {"s1": "aaa", "s2": "ffa", "s3": "aab", "s4": "aaa"},
        "y": {"s1": "aaf", "s2": "fff", "s3": "af", "s4": "aaa"},
        "z": {"s1": "aa", "s2": "aaf", "s3": "aaa"},
    }.items():
        for subject, given in by_subject.items():
            for number, letter in enumerate(given):
                study.vote(
                    subject, f"{panel}{number}", {"a": "awe", "f": "fear", "b": "sadness"}[letter], "emotion", panel
                )
    return study


def opinions() -> Study:
    """Scores: on a scale of numbers, free ones without a scale, and 300 of them on one subject."""
    study = Study("opinions")
    study.scale("valence", list("12345"), [1, 2, 3, 4, 5])
    for rater, score in enumerate([1, 2, 2, 5]):
        study.ballots.append({"subject_id": "s1", "question": "valence", "rater_id": f"r{rater}", "score": score})
    study.ballots.append({"subject_id": "s2", "question": "valence", "rater_id": "r0", "label": "4"})
    for rater in range(300):
        study.ballots.append(
            {"subject_id": "s3", "question": "free", "rater_id": f"r{rater}", "score": (rater * 37 % 101) / 7}
        )
    for rater in range(3):
        study.ballots.append({"subject_id": "s4", "question": "free", "rater_id": f"r{rater}", "score": 0.7})
        study.ballots.append({"subject_id": "s5", "question": "valued", "rater_id": f"r{rater}", "score": 0.7})
    study.scale("valued", list("ab"), [0.1, 0.7])
    return study


def many() -> Study:
    """What packing cannot hold: 12 labels, 70 votes on one subject, and a billion votes for a label."""
    study = Study("many")
    study.scale("twelve", [f"k{k}" for k in range(12)])
    study.scale("seventy", ["a", "b"])
    for subject in range(8):
        for rater in range(4):
            study.vote(f"s{subject}", f"r{rater}", f"k{(subject * 5 + rater * rater) % 12}", "twelve")
            study.vote(f"s{subject}", f"r{rater}", "ab"[(subject + rater // 2) % 2], "seventy")
    for rater in range(4, 70):
        study.vote("s0", f"r{rater}", "ab"[rater % 3 == 0], "seventy")
    study.scale("counted", [f"k{k}" for k in range(12)])
    study.count("s0", "k11", 100, "counted")
    study.count("s0", "k0", 40, "counted")
    study.count("s1", "k10", 3, "counted")
    study.count("s1", "k1", 3, "counted")
    study.count("s2", "k1", 2, "counted")
    study.count("s2", "k2", 0, "counted")
    study.count("s3", "k2", 0, "counted")
    study.scale("billions", list("abcde"))
    for subject in range(12):
        for label in "abcde":
            study.count(f"s{subject}", label, 10**9, "billions")
    return study


def mixed() -> Study:
    """Ballots and released counts of one fact: ballots win, what differs is listed."""
    study = Study("mixed")
    study.scale("emotion", EMOTIONS)
    for rater, label in enumerate(["awe", "awe", "fear"]):
        study.vote("s1", f"r{rater}", label, "emotion")
    study.count("s1", "awe", 2, "emotion")
    study.count("s1", "sadness", 1, "emotion")
    study.count("s2", "sadness", 4, "emotion")
    study.count("s2", "sadness", 4, "emotion")
    study.count("s2", "awe", 1, "emotion")
    study.count("s2", "awe", 2, "emotion")
    for number, subject in enumerate(["s3", "s3", "s3"]):
        study.anonymous.append({"subject_id": subject, "question": "mood", "label": "good" if number else "bad"})
    return study


def watched() -> Study:
    """Raters: lazy gives one label 24 times, copycat repeats honest on 20 subjects, two others vary."""
    study = Study("watched")
    study.scale("emotion", EMOTIONS)
    chance = random.Random(1)
    for number in range(24):
        truth = EMOTIONS[number % 3]
        study.vote(f"s{number}", "lazy", "awe", "emotion")
        study.vote(f"s{number}", "honest", truth, "emotion")
        study.vote(f"s{number}", "other", chance.choice(EMOTIONS), "emotion")
        if number < 20:
            study.vote(f"s{number}", "copycat", truth, "emotion")
        if number < 19:
            study.vote(f"s{number}", "shadow", truth, "emotion", "few")
            study.vote(f"s{number}", "honest", truth, "emotion", "few")
    return study


def rounds() -> Study:
    study = Study("rounds")
    study.scale("emotion", EMOTIONS)
    for subject, given in {
        "first": ["awe1", "awe1", "fear1"],
        "second": ["awe1", "fear1", "sadness1", "fear2", "fear2"],
        "never": ["awe1", "fear1", "sadness1", "fear2", "awe2"],
        "unknown": ["awe1", "awe1", "fear"],
    }.items():
        for rater, text in enumerate(given):
            label, number = text.rstrip("12"), text[-1] if text[-1] in "12" else None
            study.ballots.append(
                {"subject_id": subject, "question": "emotion", "rater_id": f"r{rater}", "label": label, "round": number}
            )
    return study


def spans() -> Study:
    """Scales whose least and greatest number are not so as text: 1 to 14, by position and by number, and -2 to 2."""
    study = Study("spans")
    study.scale("places", [f"k{k}" for k in range(14)])
    study.scale("points", [f"k{k}" for k in range(14)], [*range(1, 14), 20])
    study.scale("signed", [f"k{k}" for k in range(5)], [-2, -1, 0, 1, 2])
    for question, q in (("places", 14), ("points", 14), ("signed", 5)):
        study.table(
            question, [[f"k{(unit * unit + rater * (unit % 4)) % q}" for rater in range(3)] for unit in range(9)]
        )
    return study


def test_ties_repeats_conflicts_and_spellings_are_as_ruled(votes):
    shared_folder()
    found, strict = labels_of(votes, "labels"), labels_of(votes, "labels", "strict")
    assert found["tie_221", "t1"][:3] == (None, "awe|fear", 2)
    assert strict["tie_221", "t1"][0] is None
    assert found["duplicate_worker_rows", "t1"][0] == "b"
    assert found["conflicting_worker_rows", "t1"][0] == "b"
    assert found["case_whitespace", "t1"][:3] == (None, "awe|fear", 2)
    reasons = votes.query(
        "select reason, count(*) from marts.exclusions where benchmark = 'labels' group by reason order by reason"
    )
    assert reasons == [("row.duplicate", 2), ("row.superseded", 1)]


def test_panels_agree_over_subjects_that_have_a_label_in_every_panel(votes):
    """s1: awe awe awe; s2: fear fear awe. P_a = (1 + 1/3) / 2, P_e = (4/6)^2 + (2/6)^2."""
    found = votes.query(
        "select policy, fleiss_kappa, item_count, panel_count, status from marts.cross_panel_agreement "
        "where benchmark = 'panels' order by policy"
    )
    kappa = (2 / 3 - 5 / 9) / (4 / 9)
    for policy, value, items, panel_count, status in found:
        assert (policy, items, panel_count, status) in {("plurality", 2, 3, "ok"), ("strict", 2, 3, "ok")}
        assert value == pytest.approx(kappa, abs=1e-12)
    moved = votes.query(
        "select label_a, label_b, item_count, share from marts.label_transitions where benchmark = 'panels' "
        "and policy = 'strict' and panel_a = 'x' and panel_b = 'z' order by label_a"
    )
    assert moved == [("awe", "awe", 1, 1.0), ("fear", "awe", 1, 1.0)]
    back = votes.query(
        "select label_b, share from marts.label_transitions where benchmark = 'panels' "
        "and policy = 'strict' and panel_a = 'z' and panel_b = 'x' order by label_b"
    )
    assert back == [("awe", 0.5), ("fear", 0.5)]


def test_opinion_scores_have_students_intervals_on_their_own_scale(votes):
    rows = {
        subject: rest
        for subject, *rest in votes.query(
            "select subject_id, mean, sd, rating_count, se, ci_low, ci_high, status "
            "from marts.opinion_scores where benchmark = 'opinions'"
        )
    }
    samples = {"s1": [1, 2, 2, 5], "s3": [(rater * 37 % 101) / 7 for rater in range(300)]}
    for subject, sample in samples.items():
        mean, error = sum(sample) / len(sample), stats.sem(sample)
        low, high = stats.t.interval(0.95, len(sample) - 1, mean, error)
        assert rows[subject][:6] == pytest.approx([mean, stats.tstd(sample), len(sample), error, low, high], abs=1e-9)
        assert rows[subject][6] == "ok"
    assert rows["s2"] == [4, None, 1, None, None, None, "single_rating"]
    assert rows["s4"] == rows["s5"] == [0.7, 0, 3, 0, 0.7, 0.7, "ok"]


def test_many_votes_and_many_labels_count_like_few(votes):
    found = labels_of(votes, "many")
    assert found["counted", "s0"][:5] == ("k11", "k11", 1, 100 / 140, 140)
    assert found["counted", "s1"][:3] == (None, "k1|k10", 2)
    assert found["counted", "s2"][:5] == ("k1", "k1", 1, 1.0, 2)
    assert ("counted", "s3") not in found
    share = votes.query(
        "select question, subject_id, label, vote_count from marts.vote_distributions where benchmark = 'many'"
    )
    counted: dict[tuple, int] = {}
    for row in many().ballots:
        key = (row["question"], row["subject_id"], row["label"])
        counted[key] = counted.get(key, 0) + 1
    for row in many().counts:
        if row["vote_count"]:
            counted[row["question"], row["subject_id"], row["label"]] = row["vote_count"]
    assert {tuple(row[:3]): row[3] for row in share} == counted


def test_a_billion_votes_for_each_label_are_spread_evenly_and_agree_by_chance(votes):
    rows = agreement_of(votes, "many")["billions"]
    assert rows["observed_agreement", "identity", "none"]["value"] == pytest.approx(0.2, abs=1e-9)
    assert rows["gwet_ac", "quadratic", "mean_of_proportions"]["value"] == pytest.approx(0, abs=1e-9)
    assert rows["krippendorff_alpha", "interval", "none"]["rating_count"] == 12 * 5 * 10**9
    assert votes.query("select distinct entropy_unit from marts.labels where question = 'billions'") == [(1.0,)]


def test_ballots_win_over_released_counts_and_what_differs_is_listed(votes):
    found = labels_of(votes, "mixed")
    assert found["emotion", "s1"][:5] == ("awe", "awe", 1, 2 / 3, 3)
    assert found["emotion", "s2"][:5] == ("sadness", "sadness", 1, 4 / 6, 6)
    assert found["mood", "s3"][:5] == ("good", "good", 1, 2 / 3, 3)
    listed = votes.query(
        "select reason, count(*) from marts.exclusions where benchmark = 'mixed' group by reason order by reason"
    )
    assert listed == [("row.duplicate", 2), ("row.superseded", 1), ("vote_count.mismatch", 1)]
    statuses = dict(
        votes.query(
            "select coefficient || ' ' || weights, status from marts.agreement "
            "where benchmark = 'mixed' and question = 'mood' and marginals in ('none', 'pooled')"
        )
    )
    assert statuses["fleiss_kappa identity"] == "ok"
    assert statuses["gwet_ac identity"] == statuses["krippendorff_alpha ordinal"] == "no_scale"
    assert statuses["cohen_kappa_mean identity"] == "anonymous_raters"


def test_an_answer_that_stands_twice_is_listed(votes):
    rows = votes.query(
        "select system_id, item_id, split_part(source_row_id, ':', 2), reason, detail from marts.exclusions "
        "where benchmark = 'answered' and stage = 'outputs' order by all"
    )
    assert rows == [
        ("s", "i1", "2", "row.duplicate", "setting all, k 5"), ("s", "i2", "4", "row.superseded", "setting all, k 5"),
    ]  # fmt: skip


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
@pytest.mark.parametrize(
    ("question", "values"),
    [("places", range(1, 15)), ("points", [*range(1, 14), 20]), ("signed", range(-2, 3))],
)
def test_distances_of_labels_span_the_numbers_of_the_scale(votes, question, values, weights):
    rows = agreement_of(votes, "spans")[question]
    given = [int(row["label"][1:]) for row in spans().ballots if row["question"] == question]
    table = count_table(np.reshape(given, (9, 3)), len(values))
    w = weight_matrix(np.array(values, dtype=float), weights)
    for coefficient, marginals in (
        ("fleiss_kappa", "pooled"),
        ("gwet_ac", "mean_of_proportions"),
        ("brennan_prediger", "none"),
    ):
        plain = chance_corrected(table, w, coefficient, marginals)
        row = rows[coefficient, weights, marginals]
        assert [row["value"], row["observed_agreement"], row["expected_agreement"]] == pytest.approx(
            [plain["value"], plain["pa"], plain["pe"]], abs=1e-9
        )


def test_suspicious_raters_are_flagged_and_stay(votes):
    flags = dict(votes.query("select panel || ' ' || rater_id, flags from marts.raters where benchmark = 'watched'"))
    assert flags == {
        "all lazy": "single_label",
        "all honest": "copied_votes",
        "all copycat": "copied_votes",
        "all other": None,
        "few shadow": None,
        "few honest": None,
    }
    assert (
        votes.value("select sum(vote_count) from marts.vote_distributions where benchmark = 'watched'")
        == 24 * 3 + 20 + 38
    )


def test_leave_one_out_agreement_equals_a_plain_count(votes):
    rows = [row for row in watched().ballots if row["panel"] == "all"]
    for rater, agreement, compared in votes.query(
        "select rater_id, leave_one_out_agreement, compared_count from marts.raters "
        "where benchmark = 'watched' and panel = 'all'"
    ):
        hits = total = 0
        for own in (row for row in rows if row["rater_id"] == rater):
            rest = [r["label"] for r in rows if r["subject_id"] == own["subject_id"] and r["rater_id"] != rater]
            best = max(map(rest.count, rest))
            leaders = {label for label in rest if rest.count(label) == best}
            if len(leaders) == 1:
                total += 1
                hits += own["label"] in leaders
        assert (compared, agreement) == (total, pytest.approx(hits / total, abs=1e-12))


def test_labels_settle_in_the_round_that_decides(votes):
    settled = {subject: row[6 - 1] for (_, subject), row in labels_of(votes, "rounds", "strict").items()}
    assert settled == {"first": 1, "second": 2, "never": None, "unknown": None}


def test_high_agreement_with_low_kappa_gets_a_plain_sentence():
    values = {"agreement": 0.92, "Fleiss' kappa": 0.12, "AC1": 0.91}
    told = paradox_note("toy, all, emotion", values)
    assert told is not None
    assert "92%" in told and "0.12" in told and "0.91" in told
    assert paradox_note("toy", {**values, "Fleiss' kappa": 0.7}) is None
    assert paradox_note("toy", {**values, "agreement": 0.5}) is None
