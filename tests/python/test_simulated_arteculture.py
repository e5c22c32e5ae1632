"""Simulated ArtECulture: what was planted, recomputed by plain Python from the files, stands in the marts."""

from __future__ import annotations

import csv
import json
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest
from arteculture_house import build
from plain_arteculture import CULTURES, LABELS, Plain, alpha, concept_key, split_of, words_of
from scipy.stats import binomtest

from analysis.arteculture import SETTINGS
from analysis.exposures import EXPOSURES
from conftest import ROOT, House
from ingest.simulate.arteculture import simulate


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> House:
    house = House(tmp_path_factory.mktemp("arteculture"))
    house.ingest("simulate", "arteculture", "--out", house.data / "sim", "--seed", "11", "--scale", "0.02")
    build(house)
    return house


@pytest.fixture(scope="module")
def truths(place) -> dict[str, int]:
    return json.loads((place.data / "sim" / "truths.json").read_text())


@pytest.fixture(scope="module")
def plain(place) -> Plain:
    return Plain(place.data / "sim" / "arteculture")


def planted(truths: dict[str, int], prefix: str) -> dict[str, int]:
    return {k.removeprefix(prefix): v for k, v in truths.items() if k.startswith(prefix) and v}


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path):
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        simulate(tmp_path / name, seed, 0.001)

    def content(name: str) -> dict[str, bytes]:
        files = sorted(p for p in (tmp_path / name).rglob("*") if p.is_file())
        return {p.relative_to(tmp_path / name).as_posix(): p.read_bytes() for p in files}

    assert content("a") == content("b")
    assert content("a") != content("c")


def test_rejected_rows_and_exclusions_are_the_planted_ones(place, truths):
    rejected = place.query(
        "select reason, count(distinct file_id || ':' || row_number) from raw.rejects group by reason"
    )
    assert {k.removeprefix("gold_emotion."): v for k, v in rejected} == {
        k.removeprefix("gold_emotion."): v for k, v in planted(truths, "reason:").items()
    }
    excluded = place.query("select stage || '/' || reason, count(*) from marts.exclusions group by all")
    assert dict(excluded) == planted(truths, "excluded:")


def test_labels_are_strict_majorities(place, plain, truths):
    found = {
        (image, culture): (label, share, votes, retained)
        for image, culture, label, share, votes, retained in place.query(
            "select image_id, culture, label, vote_share, vote_count, is_retained from marts.arteculture_labels"
        )
    }
    expected = {
        key: (label, float(share), votes, key[0] in plain.retained)
        for key, (label, share, votes) in plain.labels.items()
    }
    assert found == expected
    counted = Counter(f"{culture}/{label}" for (_, culture), (label, *_) in found.items() if label)
    assert counted == planted(truths, "label:")


def test_the_funnel_counts_images_by_labelled_cultures(place, plain, truths):
    found = {stage: (count, share) for stage, count, share, _ in place.query("from marts.arteculture_retention")}
    size = len(plain.images)
    assert found["images_in"] == (size, 1.0)
    assert found["retained"] == (len(plain.retained), len(plain.retained) / size)
    assert (size, len(plain.retained)) == (truths["images"], truths["retained"])
    numbers = Counter(sum(plain.label(i, c) is not None for c in CULTURES) for i in plain.images)
    for number in (1, 2, 3):
        assert found[f"labelled_in_{number}"][0] == numbers[number] == truths[f"labelled_in:{number}"]
    for culture in CULTURES:
        assert found[f"majority:{culture}"][0] == sum(plain.label(i, culture) is not None for i in plain.images)


def test_settlement_follows_the_rounds(place, plain, truths):
    found = {f"{culture}/{outcome}": n for culture, outcome, n in place.query("from marts.arteculture_settlement") if n}
    assert found == {f"{c}/{o}": n for (c, o), n in plain.settlement.items()} == planted(truths, "settled:")


def test_divergence_counts_different_labels_of_retained_images(place, plain, truths):
    expected = Counter(len({plain.label(i, c) for c in CULTURES}) for i in plain.retained)
    found = {n: (count, share) for n, count, share, _ in place.query("from marts.arteculture_divergence")}
    assert found == {n: (expected[n], expected[n] / len(plain.retained)) for n in (1, 2, 3)}
    assert {str(n): v for n, v in expected.items()} == planted(truths, "distinct_labels:")


def test_statistics_are_counted_over_retained_images_and_over_all(place, plain):
    found = {(s, c, p): value for s, c, p, value, *_ in place.query("from marts.arteculture_statistics")}
    for population in ("retained", "all"):
        pairs = {k: v for k, v in plain.labels.items() if population == "all" or k[0] in plain.retained}
        for culture in (*CULTURES, "all"):
            mine = {k: v for k, v in pairs.items() if culture in ("all", k[1])}
            images = {image for image, _ in mine}
            votes = sum(n for *_, n in mine.values())
            labelled = [(label, share) for label, share, _ in mine.values() if label]
            assert found["image_count", culture, population] == len(images)
            assert found["annotation_count", culture, population] == votes
            assert found["annotations_per_image", culture, population] == pytest.approx(votes / len(mine), abs=1e-12)
            mean = float(sum(share for _, share in labelled) / len(labelled))
            assert found["majority_share_mean", culture, population] == pytest.approx(mean, abs=1e-12)
            for label in LABELS:
                share = sum(x == label for x, _ in labelled) / len(labelled)
                assert found[f"label_share:{label}", culture, population] == pytest.approx(share, abs=1e-12)
        images = {image for image, _ in pairs}
        west = sum(plain.images[image] == "western" for image in images) / len(images)
        assert found["western_share", "all", population] == pytest.approx(west, abs=1e-12)


def test_alpha_is_the_planted_one(place, plain, truths):
    for culture in CULTURES:
        units = [[e for e, _ in plain.votes[image, culture]] for image in sorted(plain.retained)]
        assert round(1e6 * alpha(units)) == truths[f"alpha_millionths:{culture}"]
        assert sum(map(len, units)) == truths[f"retained_annotations:{culture}"]
        found = place.query(
            """
            select value, item_count, rating_count from marts.arteculture_agreement
            where culture = ? and breakdown = 'is_retained' and breakdown_value = 'true'
                and coefficient = 'krippendorff_alpha' and weights in ('nominal', 'identity')
            """,
            culture,
        )
        assert found == [(pytest.approx(alpha(units), abs=1e-9), len(units), sum(map(len, units)))]
    ballots = place.query(
        "select subject_id, panel, label, count(*) from intermediate.int_ballots where benchmark = 'arteculture' group by all"
    )
    expected = Counter((i, c, e) for (i, c), answers in plain.votes.items() for e, _ in answers)
    assert {(i, c, e): n for i, c, e, n in ballots} == expected


def test_the_split_is_a_hash_of_the_image_alone(place, plain, truths):
    found = {
        image: (split, region, source) for image, split, region, source in place.query("from marts.arteculture_split")
    }
    assert found == {image: (split_of(image), region, "hashed") for image, region in plain.images.items()}
    retained = Counter(split for image, (split, *_) in found.items() if image in plain.retained)
    assert retained == planted(truths, "split:")


def test_associations_use_retained_training_images_only(place, plain, truths):
    found = {
        (concept, culture, label): (count, probability, support, dominant)
        for concept, culture, label, count, probability, support, dominant in place.query(
            "from marts.arteculture_concept_emotions"
        )
    }
    expected = {
        (concept, culture, label): (count, count / support, support, label in plain.leaders(concept, culture))
        for (concept, culture), (counts, support) in plain.associations.items()
        for label, count in counts.items()
    }
    assert found == expected
    assert len(found) == truths["concept_emotions"]
    for concept, culture in plain.associations:
        assert sum(v[1] for k, v in found.items() if k[:2] == (concept, culture)) == pytest.approx(1)


def test_knowledge_is_what_survives_reverse_validation(place, plain, truths):
    found = {
        tuple(row[:3]): tuple(row[3:])
        for row in place.query(
            """
            select concept, culture, emotion, is_flagged, is_kept, rationale_count, is_computed_leader, support_count
            from marts.arteculture_knowledge_base
            """
        )
    }
    assert found == plain.knowledge
    assert {v[0] for v in found.values()} == {v[1] for v in found.values()} == {True, False}
    for culture, tuples, rationales, flagged in place.query(
        "select culture, tuple_count, rationale_count, flagged_tuple_count from marts.arteculture_knowledge_base_size"
    ):
        assert tuples == truths[f"kept_tuples:{culture}"]
        assert rationales == truths[f"kept_rationales:{culture}"]
        assert flagged == truths[f"flagged_tuples:{culture}"]
    ineffective = place.value("select count(*) from marts.arteculture_knowledge_base where is_review_without_effect")
    assert ineffective == truths["reviews_without_effect"]


def test_retrieval_replays_exact_then_similar_concepts(place, plain):
    found = place.query(
        "select model, culture, image_count, coverage_share, exact_share, semantic_share from marts.arteculture_retrieval"
    )
    assert len(found) == len(plain.retrieval) == 48
    for model, culture, images, coverage, exact_share, semantic_share in found:
        size, covered, exact, semantic = plain.retrieval[model, culture]
        assert images == size
        assert coverage == covered / size
        assert exact_share == exact / (exact + semantic)
        assert semantic_share == semantic / (exact + semantic)


def test_accuracy_counts_every_breakdown(place, plain, truths):
    found = {
        tuple(row[:7]): list(row[7:])
        for row in place.query(
            """
            select model, setting, culture, split, region, prompt_language, evaluation_set,
                correct_count, prediction_count, unparsable_count
            from marts.arteculture_accuracy where prediction_count > 0
            """
        )
    }
    assert found == plain.accuracy
    test_only = {
        f"{model}/{setting}/{culture}": counts[0]
        for (model, setting, culture, split, region, language, which), counts in found.items()
        if (split, region, which) == ("test", "all", "arteculture") and language == culture and counts[0]
    }
    assert test_only == planted(truths, "correct:")
    matrix = {
        f"{culture}/{language}": counts[0]
        for (_, _, culture, split, region, language, which), counts in found.items()
        if (split, region, which) == ("all", "all", "arteculture") and language not in (culture, "own") and counts[0]
    }
    assert matrix == planted(truths, "correct_language:")
    cedar = {
        f"{setting}/{culture}": counts[0]
        for (_, setting, culture, _, _, _, which), counts in found.items()
        if which == "cedar" and culture != "all" and counts[0]
    }
    assert cedar == planted(truths, "correct_cedar:")


def test_gains_best_settings_and_missing_answers(place, truths):
    rows = place.query(
        """
        select model, setting, culture, accuracy_unit, gain_unit, is_best, missing_count, training_prediction_count
        from marts.arteculture_accuracy
        where split = 'test' and region = 'all' and prompt_language = culture and evaluation_set = 'arteculture'
        """
    )
    values = {(model, setting, culture): accuracy for model, setting, culture, accuracy, *_ in rows}
    for model, setting, culture, accuracy, gain, is_best, missing, training in rows:
        orig = values[model, "orig", culture]
        assert gain == (None if setting == "orig" else accuracy - orig)
        main = [values[model, s, culture] for s in ("orig", "know", "sft")]
        assert is_best == (setting in ("orig", "know", "sft") and accuracy == max(main))
        assert missing == truths.get(f"missing:{model}/{setting}/{culture}", 0)
        assert training == 0
    assert (
        place.value(
            "select prediction_count from marts.arteculture_accuracy where split = 'train' and region = 'all' and culture = 'all'"
        )
        == truths["training_predictions"]
    )


def test_explanations_have_mean_scores_and_lengths(place, plain, truths):
    for judge, model, setting, culture, mean, count in place.query(
        "from marts.arteculture_explanations where culture <> 'all'"
    ):
        assert mean == truths[f"score_sum:{judge}/{model}/{setting}/{culture}"] / count
        assert count == truths["split:test"]
    lengths: dict[tuple[str, str, str], list[int]] = {}
    for row in plain.predictions:
        is_main = row["evaluation_set"] == "arteculture" and row["prompt_language"] == row["culture"]
        if is_main and row["image_id"] in plain.retained and row["explanation"]:
            for culture in (row["culture"], "all"):
                lengths.setdefault((row["model"], row["setting"], culture), []).append(words_of(row["explanation"]))
    found = {tuple(row[:3]): row[3:5] for row in place.query("from marts.arteculture_explanation_lengths")}
    assert found == {key: (sum(words) / len(words), len(words)) for key, words in lengths.items()}


def test_preferences_equal_scipy_s_interval_and_sign_test(place, truths):
    rows = place.query("from marts.arteculture_preferences")
    assert len(rows) == 9
    for _, culture, a, b, wins, ties, losses, share, low, high, p, first, ratings, *_ in rows:
        for verdict, count in (("a", wins), ("tie", ties), ("b", losses)):
            assert count == truths.get(f"preference:{a}/{b}/{culture}/{verdict}", 0)
        interval = binomtest(wins, ratings).proportion_ci(method="wilson")
        assert (share, low, high) == pytest.approx((wins / ratings, interval.low, interval.high), abs=1e-12)
        assert p == pytest.approx(binomtest(wins, wins + losses).pvalue, rel=1e-10)
        assert 0 <= first <= 1


def test_score_pairs_are_the_judges_means_per_model(place, truths):
    pairs = place.query(
        "select dimension, pair_id, x, y from intermediate.int_score_pairs where comparison = 'explanation_judges'"
    )
    assert len(pairs) == 3 * 16
    n = 3 * truths["split:test"]
    for setting, model, x, y in pairs:
        for judge, value in (("C5", x), ("G4V", y)):
            assert value == sum(truths[f"score_sum:{judge}/{model}/{setting}/{c}"] for c in CULTURES) / n


def test_clusters_are_images_and_add_up_to_the_accuracy_table(place):
    differing = place.query(
        """
        with clusters as (
            select system_id, setting, panel, sum(score_sum) as correct, sum(score_count) as answers
            from intermediate.int_cluster_scores
            where leaderboard = 'arteculture_accuracy' and breakdown = 'all'
            group by all
        )
        select * from clusters
        full join marts.arteculture_accuracy as a
            on a.model = clusters.system_id and a.setting = clusters.setting and a.culture = clusters.panel
        where a.split = 'all' and a.region = 'all' and a.evaluation_set = 'arteculture'
            and a.prompt_language in (a.culture, 'own')
            and (a.correct_count is distinct from correct or a.prediction_count is distinct from answers)
        """
    )
    assert differing == []
    assert (
        place.value(
            "select max(score_count) from intermediate.int_cluster_scores where leaderboard = 'arteculture_accuracy' and panel = 'all'"
        )
        == 3
    )


def test_clusters_by_split_add_up_to_the_accuracy_of_that_split(place):
    sums = place.query(
        """
        select system_id, setting, panel, breakdown_value, cast(sum(score_sum) as bigint), cast(sum(score_count) as bigint)
        from intermediate.int_cluster_scores
        where leaderboard = 'arteculture_accuracy' and breakdown = 'split'
        group by all
        """
    )
    printed = place.query(
        """
        select model, setting, culture, split, correct_count, prediction_count
        from marts.arteculture_accuracy
        where split <> 'all' and region = 'all' and evaluation_set = 'arteculture'
            and prompt_language in (culture, 'own') and prediction_count > 0
        """
    )
    assert {row[3] for row in sums} == {"train", "test"}
    assert sorted(sums) == sorted(printed)


def test_every_table_and_chart_is_written_and_holds_the_mart_s_numbers(place):
    # Headlines read the generic rankings, which are not built here.
    headlines = {"arteculture_score_dots", "arteculture_ranks", "arteculture_ranking"}
    names = [name for name in EXPOSURES if name.startswith("arteculture_") and name not in headlines]
    told = place.analysis("export", *names)
    # Beside LaTeX in Chinese and Arabic stand the fonts that it is set in.
    written = {Path(line).name for line in told.stdout.splitlines() if Path(line).parent.name != "fonts"}
    forms = {"table": ("md", "csv", "tex"), "chart": ("svg", "png")}
    assert written == {f"{n}.{form}" for n in names for form in forms[EXPOSURES[n].kind]} | {"provenance.json"}
    mart = {
        (model, SETTINGS[setting], culture): accuracy
        for model, setting, culture, accuracy in place.query(
            """
            select model, setting, culture, accuracy_unit from marts.arteculture_accuracy
            where split = 'all' and region = 'all' and evaluation_set = 'arteculture'
                and prompt_language in (culture, 'own') and setting in ('orig', 'know', 'sft')
            """
        )
    }
    rows = list(csv.DictReader((place.exports / "arteculture_accuracy.csv").open(encoding="utf-8", newline="")))
    assert len(rows) == 16 * 3
    for row in rows:
        for culture in (*CULTURES, "all"):
            header = "overall" if culture == "all" else culture.capitalize()
            assert float(row[header]) == 100 * mart[row["group"], row["Setting"], culture]
    labels = (place.exports / "arteculture_labels.csv").read_text(encoding="utf-8")
    assert all(name in labels for name in ("满足", "رهبة", "anger"))


def test_waterfalls_never_rise_and_end_at_the_scored_answers(place, plain):
    rows = place.query("from marts.waterfall where benchmark = 'arteculture'")
    assert len(rows) == 16 * 3 + 3
    for _, _, setting, model, *counts in rows:
        assert counts == sorted(counts, reverse=True)
        assert counts[4] == plain.accuracy[model, setting, "all", "all", "all", "own", "arteculture"][1]


def test_nothing_that_landed_is_lost(place):
    landed = dict(place.query("select table_name, sum(row_count) from raw.files group by table_name"))
    excluded = dict(place.query("select stage, count(*) from marts.exclusions group by stage"))
    used = {
        "annotations": "select count(*) from intermediate.int_ballots where rater_id is not null",
        "predictions": "select sum(prediction_count) from intermediate.int_arteculture__outcomes",
        "concepts": "select count(*) from intermediate.int_arteculture__image_concepts",
        "rationales": "select sum(rationale_count) from marts.arteculture_knowledge_base",
        "explanation_scores": "select sum(score_count) from marts.arteculture_explanations where culture = 'all'",
        "preferences": "select sum(rating_count) from marts.arteculture_preferences",
    }
    excluded["annotations"] += excluded["ballots"]
    for table, query in used.items():
        assert landed[table] == place.value(query) + excluded.get(table, 0), table


def test_concepts_are_compared_without_case_width_and_spaces():
    assert concept_key(" Ｆｕｌｌ   MOON ") == "full moon"


def test_cross_culture_kappa_and_transitions_are_over_retained_images(place, plain):
    rows = [[plain.label(image, culture) for culture in CULTURES] for image in sorted(plain.retained)]
    totals = Counter(label for row in rows for label in row)
    observed = sum(sum(c * (c - 1) for c in Counter(row).values()) / 6 for row in rows) / len(rows)
    expected = sum((n / (3 * len(rows))) ** 2 for n in totals.values())
    found = place.query(
        "select fleiss_kappa, item_count, panel_count from marts.cross_panel_agreement where benchmark = 'arteculture' and policy = 'strict'"
    )
    assert found == [(pytest.approx((observed - expected) / (1 - expected), abs=1e-9), len(rows), 3)]
    moved = Counter(
        (CULTURES[a], CULTURES[b], row[a], row[b]) for row in rows for a in range(3) for b in range(3) if a != b
    )
    transitions = place.query(
        "select panel_a, panel_b, label_a, label_b, item_count from marts.label_transitions where benchmark = 'arteculture' and policy = 'strict'"
    )
    assert {tuple(row[:4]): row[4] for row in transitions} == moved


def test_labels_and_agreement_are_the_generic_marts_rows(place):
    for ours, theirs in (
        (
            "select image_id, culture, label, vote_share, vote_count, settled_round from marts.arteculture_labels",
            "select subject_id, panel, label, vote_share, vote_count, settled_round from marts.labels where benchmark = 'arteculture' and policy = 'strict'",
        ),
        (
            "select culture, breakdown, breakdown_value, coefficient, weights, marginals, value, status from marts.arteculture_agreement",
            "select panel, breakdown, breakdown_value, coefficient, weights, marginals, value, status from marts.agreement where benchmark = 'arteculture'",
        ),
    ):
        rows = place.query(ours)
        assert rows
        assert sorted(rows, key=repr) == sorted(place.query(theirs), key=repr)


def transcripts() -> list[tuple[str, list[str]]]:
    """Return (command, lines shown after it) of every console block of ArtECulture's page."""
    blocks = re.findall(
        r"```console\n\$ (.*?)\n(.*?)```", (ROOT / "docs" / "arteculture.md").read_text("utf-8"), re.DOTALL
    )
    return [(command, shown.splitlines()) for command, shown in blocks]


@pytest.mark.parametrize(("command", "lines"), transcripts(), ids=lambda value: value[30:70] if len(value) > 70 else "")
def test_the_page_shows_what_its_queries_print(place, command, lines):
    assert "--seed 11 --scale 0.02" in (ROOT / "docs" / "arteculture.md").read_text("utf-8")
    name, *arguments = shlex.split(command)
    told = place.run(Path(name).name, *arguments)
    assert [line.rstrip() for line in told.stdout.rstrip("\n").split("\n")] == lines
