"""ArtECulture's files as they come: what one row shows to be wrong, what several files show, and odd protocols."""

from __future__ import annotations

import json
import unicodedata

import pytest
from arteculture_house import build

from conftest import ROOT, House
from ingest.benchmarks.arteculture import PREFERENCES
from ingest.scales import build_scales, shipped_rows
from ingest.spec import Source

CULTURES = ("english", "chinese", "arabic")


def votes(image: str, culture: str, *answers: str) -> list[str]:
    """Return annotation lines; an answer is `emotion/round` or `emotion`."""
    lines = []
    for number, answer in enumerate(answers):
        emotion, _, turn = answer.partition("/")
        lines.append(f"{image},{culture},{emotion},{culture[:2]}{number},because,{turn}")
    return lines


def everywhere(image: str, *answers: str) -> list[str]:
    return [line for culture in CULTURES for line in votes(image, culture, *answers)]


FILES = {
    "artworks.csv": [
        "image_id,source,tradition,region,split",
        "kept,vulca_bench,Chinese,non_western,train",
        "odd,artelingo,Western,non_western,train",
        "held,vulca_bench,KOREAN ,Non_Western,test",
        "half,vulca_bench,Indian,non_western,",
        "tied,vulca_bench,Indian,non_western,",
        "atlantis,vulca_bench,Atlantean,western,",
        "nowhere,vulca_bench,Chinese,,",
        "rounds-a,vulca_bench,Chinese,non_western,",
        "rounds-b,vulca_bench,Chinese,non_western,",
        "rounds-c,vulca_bench,Chinese,non_western,",
        "rounds-d,vulca_bench,Chinese,non_western,",
        "rounds-e,vulca_bench,Chinese,non_western,",
        "rounds-f,vulca_bench,Chinese,non_western,",
        "rounds-g,vulca_bench,Chinese,non_western,",
        f"Cubism/{unicodedata.normalize('NFC', 'józsef_a')},artelingo,Western,western,train",
    ],
    "annotations.csv": [
        "image_id,culture,emotion,annotator_id,explanation,annotation_round",
        *everywhere("kept", "awe/1", "Awe/1", "敬畏/1"),
        *everywhere("odd", "fear/1", "fear/1", "awe/1"),
        *everywhere("held", "الحزن/1", "sadness/1", "悲しみ/1"),
        *votes("half", "english", "awe", "awe", "awe"),
        *votes("tied", "english", "awe/1", "awe/1", "fear/1", "fear/2", "anger/2"),
        *votes("rounds-a", "english", "awe/2", "awe/2", "awe/2"),
        *votes("rounds-b", "english", "awe/1", "awe/1", "fear/1", "fear/2", "fear/2"),
        *votes("rounds-c", "english", "awe/1", "fear/1", "anger/1", "awe/2", "awe/2", "awe/2"),
        *votes("rounds-d", "english", "awe/1", "fear/1", "anger/1"),
        *votes("rounds-e", "english", "awe/1", "fear/1", "anger/1", "awe/2", "awe/2"),
        *votes("rounds-f", "english", "awe/1", "awe/1", "awe/1", "fear"),
        *votes("rounds-g", "english", "awe", "awe", "awe", "awe", "fear", "fear"),
        *votes("atlantis", "english", "awe"),
        *votes("never", "english", "awe"),
        # Rejected, each for one reason.
        "kept,klingon,awe,x1,,1",
        # Marks that no eye sees and vowel signs are part of a word; nothing is guessed.
        "kept,\u200fenglish,awe,x1,,1",
        "kept,english,awe\u200f,x1,,1",
        "kept,arabic,رَهبة,x1,,1",
        "kept,english,joyful,x1,,1",
        "kept,english,awe,,,1",
        "kept,english,awe,x1,,3",
        "kept,english,awe,x1,,1.5",
        ",english,awe,x1,,1",
        "kept,english,,x1,,1",
        # The last answer of a rater stands; the same once more is a duplicate.
        "half,english,fear,en0,because,",
        "half,english,awe,en0,because,",
    ],
    "artelingo.csv": [
        "art_style,painting,emotion,utterance,repetition,language,split",
        *(
            f"Cubism, {unicodedata.normalize('NFD', 'józsef_a')} ,Something Else,words,1,{culture},test"
            for culture in CULTURES
            for _ in range(2)
        ),
        "Baroque,only_released,awe,words,1,english,test",
        "Baroque,only_released,awe,words,1,spanish,test",
        "Baroque,only_released,awe,words,1,Spanish,test",
        "Baroque,,awe,words,1,english,test",
    ],
    "concepts.csv": [
        "image_id,concept",
        "kept,Full Moon",
        "kept,ｆｕｌｌ  moon",
        "odd,full moon",
        "held,full moon",
        "held,crane",
        "never,ghost",
        "kept,",
    ],
    "rationales.csv": [
        "concept,culture,emotion,rationale",
        "FULL MOON,english,awe,It shines.",
        "full moon,english,awe,It is far.",
        "full moon,english,fear,It is night.",
        "full moon,arabic,sadness,It is alone.",
        "crane,english,awe,No training image holds it.",
        "ghost,english,fear,Only an unknown image holds it.",
        "unicorn,english,awe,No image holds it.",
        "full moon,english,awe,",
    ],
    "validations.csv": [
        "concept,culture,judge,emotion",
        "Full moon,english,one,awe",
        "full moon,english,two,fear",
        "full moon,arabic,one,awe",
        "full moon,arabic,one,fear",
        "full moon,chinese,one,awe",
        "unicorn,english,one,awe",
        "crane,english,one,awe",
        "crane,english,two,awe",
    ],
    "reviews.csv": [
        "concept,culture,accepted,annotated_at",
        "full moon,english,false,",
        # The time decides, not the line.
        "crane,english,true,2024-02-01",
        "crane,english,false,2024-01-01",
        "full moon,chinese,true,",
        "full moon,arabic,maybe,",
    ],
    "predictions/m.2-b.jsonl": [
        "{broken",
        "[1]",
        '{"setting": "orig", "setting": "know", "culture": "english", "image_id": "held", "emotion": "awe"}',
        '{"setting": "orig", "culture": "english", "image_id": "held", "emotion": NaN}',
        '{"setting": "orig", "culture": "english", "image_id": 7, "emotion": "awe"}',
        '{"culture": "english", "image_id": "held", "emotion": "awe"}',
        *(
            json.dumps({"setting": setting, "culture": culture, "image_id": image, "emotion": emotion, **more})
            for setting, culture, image, emotion, more in (
                ("orig", "english", "held", "I feel sadness", {"explanation": "A sad bird, alone."}),
                ("orig", "chinese", "held", "悲伤", {"explanation": "鸟很孤独。"}),
                ("orig", "arabic", "held", None, {"explanation": " "}),
                ("ORIG", "English", "kept", "fear and awe", {}),
                ("orig", "english", "odd", 7, {}),
                ("orig", "english", "half", "awe", {}),
                ("orig", "english", "never", "awe", {}),
                ("orig", "english", "held", "sadness", {"prompt_language": "Chinese", "evaluation_set": "ArtECulture"}),
                ("orig", "english", "x1", "awe", {"evaluation_set": "CEDAR", "gold_emotion": "Awe"}),
                ("sft", "english", "x1", "awe", {"evaluation_set": "CEDAR", "gold_emotion": "fear"}),
                ("sft", "english", "x2", "awe", {"evaluation_set": "CEDAR"}),
                ("sft", "english", "x2", "awe", {"evaluation_set": "CEDAR", "gold_emotion": "joy"}),
                ("sft", "english", "x2", "fear", {"evaluation_set": "CEDAR", "gold_emotion": "fear"}),
                ("zeroshot", "english", "held", "awe", {}),
            )
        ),
    ],
    # Only the last ending is no part of the name.
    "predictions/silent.json.jsonl": [],
    "predictions/stranger.jsonl": [
        json.dumps({"setting": "know", "culture": "english", "image_id": "never", "emotion": "awe"})
    ],
    "test_concepts.csv": [
        "model,image_id,concept",
        "m.2-b,held,Crane",
        "m.2-b,held,heron",
        "m.2-b,kept,dust",
        "m.2-b,never,crane",
    ],
    "similarity.csv": [
        "concept,knowledge_concept,cosine",
        "heron,crane,0.85",
        "dust,crane,0.8",
        "dust,full moon,1.2",
    ],
    "annotators.csv": ["annotator_id,culture,residence", "en0,english,UK", "en1,english,UK", "en2,english,"],
    "explanation_scores.csv": [
        "judge,model,setting,culture,image_id,score",
        "C5,m,orig,english,held,5",
        "C5,m,orig,english,held,4",
        "C5,m,orig,english,half,3",
        "C5,m,orig,english,never,3",
        "C5,m,orig,english,held,0",
        "C5,m,orig,english,held,4.5",
        "G4V,n,orig,english,held,2",
    ],
    "preferences.csv": [
        "image_id,culture,setting_a,setting_b,verdict,first_shown",
        "held,english,know,orig,a,a",
        "held,english,orig,know,b,left",
        "held,english,orig,know,a,a",
        "kept,english,know,orig,tie,b",
        "kept,chinese,know,orig,tie,",
        "kept,english,know,know,a,a",
        "kept,english,know,orig,both,a",
        "never,english,know,orig,a,a",
        "held,english,random_know,internal_know,a,",
    ],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> House:
    house = House(tmp_path_factory.mktemp("arteculture_faults"))
    for name, lines in FILES.items():
        path = house.data / "arteculture" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # A byte order mark and a spreadsheet's line ends mean nothing.
        is_exported = name == "artworks.csv"
        text = "".join(f"{line}\r\n" if is_exported else f"{line}\n" for line in lines)
        path.write_text(text, encoding="utf-8-sig" if is_exported else "utf-8", newline="")
    build(house)
    return house


def test_every_rejected_row_has_its_reason(place):
    found = {
        (table, reason): rows
        for table, reason, rows in place.query(
            """
            select files.table_name, reason, count(distinct row_number) from raw.rejects
            inner join raw.files using (file_id) group by all
            """
        )
    }
    assert found == {
        ("artworks", "tradition.not_in_scale"): 1,
        ("artworks", "region.missing"): 1,
        ("annotations", "culture.not_in_scale"): 2,
        ("annotations", "label.not_in_scale"): 3,
        ("annotations", "rater.missing"): 1,
        ("annotations", "annotation_round.out_of_range"): 1,
        ("annotations", "annotation_round.not_integer"): 1,
        ("annotations", "image_id.missing"): 1,
        ("annotations", "label.missing"): 1,
        ("artelingo", "culture.not_in_scale"): 2,
        ("artelingo", "painting.missing"): 1,
        ("concepts", "concept.missing"): 1,
        ("rationales", "rationale.missing"): 1,
        ("reviews", "accepted.wrong_type"): 1,
        ("predictions", "gold_emotion.missing"): 1,
        ("predictions", "label.not_in_scale"): 1,
        ("predictions", "setting.not_in_scale"): 1,
        ("predictions", "setting.missing"): 1,
        ("predictions", "id.wrong_type"): 1,
        ("predictions", "json.parse_failed"): 1,
        ("predictions", "json.duplicate_key"): 1,
        ("predictions", "json.non_finite"): 1,
        ("predictions", "schema.root_not_object"): 1,
        ("similarity", "cosine.out_of_range"): 1,
        ("explanation_scores", "score.out_of_range"): 1,
        ("explanation_scores", "score.not_integer"): 1,
        ("preferences", "setting.same"): 1,
        ("preferences", "verdict.not_in_scale"): 1,
    }


def test_what_concerns_a_whole_file_is_said_once(place):
    told = place.told.stderr + place.told.stdout
    assert told.count("culture 'spanish'") == 1
    assert "1 artwork of Western tradition has the region non_western" in told
    assert "first_shown is neither a nor b in 1 rows" in told
    # The released table never names its raters.
    released = next(line for line in place.ingest("status").stdout.splitlines() if " artelingo " in line)
    assert "7 rows of anonymous" in released


def test_every_excluded_row_has_its_reason(place):
    found = {
        (stage, item, reason): rows
        for stage, item, reason, rows in place.query(
            "select stage, item_id, reason, count(*) from marts.exclusions group by all"
        )
    }
    assert found == {
        ("annotations", "atlantis", "item.unknown"): 1,
        ("annotations", "never", "item.unknown"): 1,
        ("ballots", "half", "row.superseded"): 1,
        ("ballots", "half", "row.duplicate"): 1,
        ("concepts", "kept", "row.duplicate"): 1,
        ("concepts", "never", "item.unknown"): 1,
        ("rationales", "ghost", "concept.unknown"): 1,
        ("rationales", "unicorn", "concept.unknown"): 1,
        ("validations", "full moon", "row.superseded"): 1,
        ("validations", "full moon", "rationale.unknown"): 1,
        ("validations", "unicorn", "concept.unknown"): 1,
        ("reviews", "crane", "row.superseded"): 1,
        ("reviews", "full moon", "rationale.unknown"): 1,
        ("predictions", "half", "item.not_retained"): 1,
        ("predictions", "never", "item.unknown"): 2,
        ("test_concepts", "never", "item.unknown"): 1,
        ("explanation_scores", "held", "row.superseded"): 1,
        ("explanation_scores", "never", "item.unknown"): 1,
        ("preferences", "never", "item.unknown"): 1,
    }


def test_names_of_every_language_are_one_label(place):
    rows = place.query("select image_id, culture, label, vote_share from marts.arteculture_labels where is_retained")
    composed = unicodedata.normalize("NFC", "Cubism/józsef_a")
    expected = {"kept": ("awe", 1.0), "odd": ("fear", 2 / 3), "held": ("sadness", 1.0), composed: ("other", 1.0)}
    assert {(i, c): (label, share) for i, c, label, share in rows} == {
        (image, culture): value for image, value in expected.items() for culture in CULTURES
    }


def test_a_tie_has_no_label_and_its_share_is_one_leader_s(place):
    assert place.query(
        "select label, vote_share, vote_count, is_retained from marts.arteculture_labels where image_id = 'tied'"
    ) == [(None, 0.4, 5, False)]


def test_the_released_table_declares_its_images_without_a_region(place):
    assert place.query("select region, split_source from marts.arteculture_split where image_id like 'Baroque/%'") == [
        (None, "hashed")
    ]


def test_deviations_from_the_protocol_are_listed_and_their_votes_count(place):
    assert set(place.query("select image_id, reason, is_breach from marts.arteculture_protocol_deviations")) == {
        ("rounds-a", "round.second_without_first", True),
        ("rounds-b", "round.second_after_majority", True),
        ("rounds-c", "votes.too_many", True),
        ("rounds-d", "round.second_missing", False),
        # Six votes are too many though none says its round.
        ("rounds-g", "votes.too_many", False),
        ("tied", "round.second_after_majority", True),
    }
    labels = dict(place.query("select image_id, label from marts.arteculture_labels where image_id like 'rounds%'"))
    assert labels == {
        "rounds-a": "awe", "rounds-b": "fear", "rounds-c": "awe", "rounds-d": None, "rounds-e": "awe", "rounds-f": "awe",
        "rounds-g": "awe",
    }  # fmt: skip
    outcomes = dict(
        place.query("select outcome, image_count from marts.arteculture_settlement where culture = 'english'")
    )
    # half, rounds-f and rounds-g have votes without a round: they are not in the report.
    assert outcomes == {"round_1": 3, "round_2": 1, "discarded": 1, "deviation": 4}


def test_only_training_images_make_associations(place):
    assert place.query("select concept, label, image_count, support_count, is_dominant from marts.arteculture_concept_emotions where culture = 'english' order by label") == [
        ("full moon", "awe", 1, 2, True),
        ("full moon", "fear", 1, 2, True),
    ]  # fmt: skip


def test_the_knowledge_base_keeps_what_judges_or_reviewers_stand_behind(place):
    found = {
        tuple(row[:3]): tuple(row[3:])
        for row in place.query(
            """
            select concept, culture, emotion, is_flagged, is_kept, rationale_count, is_computed_leader, support_count,
                is_review_without_effect
            from marts.arteculture_knowledge_base
            """
        )
    }
    assert found == {
        # Both tied leaders are named, each by one judge; the review has no effect.
        ("full moon", "english", "awe"): (False, True, 2, True, 2, True),
        ("full moon", "english", "fear"): (False, True, 1, True, 2, True),
        # One judge only (its later answer stands); the claimed emotion is no leader.
        ("full moon", "arabic", "sadness"): (True, False, 1, False, 2, False),
        # No training image: no leader to agree with, so flagged; the later review accepts it.
        ("crane", "english", "awe"): (True, True, 1, False, 0, False),
    }


def test_retrieval_without_know_answers_replays_over_extracted_concepts(place):
    rows = place.query("select culture, image_count, coverage_share, exact_share, semantic_share, image_source from marts.arteculture_retrieval where culture = 'english'")  # fmt: skip
    # held: crane exactly and heron by similarity; dust lies at tau, not above it.
    assert rows == [("english", 2, 0.5, 0.5, 0.5, "test_concepts")]
    assert place.query("select exact_share, status from marts.arteculture_retrieval where culture = 'chinese'") == [
        (None, "nothing_retrieved")
    ]


def test_unreadable_answers_are_wrong_and_shown(place):
    rows = {
        tuple(row[:5]): tuple(row[5:])
        for row in place.query(
            """
            select culture, split, region, prompt_language, evaluation_set, correct_count, prediction_count,
                unparsable_count, exact_count, only_label_count, missing_count, training_prediction_count
            from marts.arteculture_accuracy where model = 'm.2-b' and setting = 'orig' and region = 'all'
            """
        )
    }
    own = "arteculture"
    assert rows["english", "test", "all", "english", own] == (1, 1, 0, 0, 1, 0, 0)
    assert rows["english", "train", "all", "english", own] == (0, 2, 2, 0, 0, 0, 2)
    assert rows["english", "all", "all", "english", own] == (1, 3, 2, 0, 1, 0, 2)
    assert rows["english", "all", "all", "chinese", own] == (1, 1, 0, 1, 0, 0, 0)
    assert rows["arabic", "all", "all", "arabic", own] == (0, 1, 1, 0, 0, 0, 0)
    assert rows["all", "all", "all", "own", own] == (2, 5, 3, 1, 1, 0, 2)
    # x2 was answered under another setting only.
    assert rows["english", "all", "all", "english", "CEDAR"] == (1, 1, 0, 1, 0, 1, 0)
    rules = dict(place.query("select parse_rule, count(*) from intermediate.int_arteculture__answers group by all"))
    assert rules == {"exact": 8, "only_label": 1, "blank": 1, "several_labels": 1, "wrong_type": 1}


def test_the_mean_of_cultures_stands_beside_the_pooled_accuracy(place):
    assert place.query(
        """
        select accuracy_unit, culture_mean_unit from marts.arteculture_accuracy
        where model = 'm.2-b' and setting = 'orig' and culture = 'all' and split = 'all' and region = 'all'
            and evaluation_set = 'arteculture'
        """
    ) == [(2 / 5, pytest.approx((1 / 3 + 1 + 0) / 3))]


def test_scores_and_preferences_on_discarded_images_stand(place):
    assert place.query(
        "select judge, mean_score, score_count from marts.arteculture_explanations where culture = 'all' order by judge"
    ) == [("C5", 3.5, 2), ("G4V", 2.0, 1)]


def test_a_model_that_one_judge_did_not_score_is_a_pair_to_drop_and_count(place):
    assert place.query(
        "select dimension, pair_id, x, y from intermediate.int_score_pairs where comparison = 'explanation_judges' order by 2"
    ) == [("orig", "m", 3.5, None), ("orig", "n", None, 2.0)]


def test_an_answer_on_a_discarded_image_is_valid_and_not_scored(place):
    assert place.query(
        "select received_count, parsed_count, valid_count, scored_count from marts.waterfall "
        "where system_id = 'm.2-b' and configuration = 'orig'"
    ) == [(6, 6, 6, 5)]


def test_preferences_fold_to_one_order(place):
    rows = {
        tuple(row[:3]): tuple(row[3:])
        for row in place.query(
            """
            select culture, setting_a, setting_b, win_count, tie_count, loss_count, first_shown_win_share, sign_test_p,
                first_shown_unreadable_count, status
            from marts.arteculture_preferences where model = 'all'
            """
        )
    }
    assert rows == {
        ("english", "know", "orig"): (2, 1, 1, 1.0, 1.0, 1, "ok"),
        ("chinese", "know", "orig"): (0, 1, 0, None, None, 0, "no_decided_ratings"),
        ("english", "internal_know", "random_know"): (0, 0, 1, None, 1.0, 0, "ok"),
    }


def test_a_first_side_that_json_gives_as_no_text_is_not_read_and_counted(tmp_path):
    path = tmp_path / "preferences.jsonl"
    answer = {"image_id": "held", "culture": "english", "setting_a": "know", "setting_b": "orig", "verdict": "a"}
    path.write_text(
        "".join(json.dumps({**answer, "first_shown": shown}) + "\n" for shown in ("Ｂ", None, " ", 1, ["a"]))
    )
    source = Source(path, path.name, {}, build_scales(shipped_rows(ROOT / "seeds"), "seeds"))
    batches = list(PREFERENCES.read(PREFERENCES, source))
    names = [name for name, _ in PREFERENCES.columns]
    rows = [dict(zip(names, row, strict=True)) for row in batches[0].rows["preferences"]]
    assert [(row["first_shown"], row["is_first_shown_unreadable"]) for row in rows] == [
        ("b", False), (None, False), (None, False), (None, True), (None, True),
    ]  # fmt: skip
    assert not batches[0].rejects and "in 2 rows" in batches[-1].notes[0]


def test_lengths_count_han_characters_and_a_blank_explanation_is_none(place):
    rows = place.query(
        "select culture, mean_word_count, status from marts.arteculture_explanation_lengths where setting = 'orig'"
    )
    assert set(rows) == {
        ("english", 4.0, "ok"), ("chinese", 4.0, "ok"), ("arabic", None, "no_explanations"), ("all", 4.0, "ok"),
    }  # fmt: skip


def test_a_file_without_a_row_names_its_system(place):
    rows = place.query("select * exclude (benchmark, leaderboard) from marts.waterfall where system_id = 'silent.json'")
    assert rows == [("all", "silent.json", 0, 0, 0, 0, 0, 0)]


def test_a_model_of_which_no_answer_counts_is_listed_with_zeros(place):
    listed = "('silent.json', 'stranger') order by all"
    assert place.query(
        f"select * exclude (benchmark, leaderboard) from marts.waterfall where system_id in {listed}"
    ) == [
        ("all", "silent.json", 0, 0, 0, 0, 0, 0),
        ("know", "stranger", 0, 0, 0, 0, 0, 0),
    ]
    nothing = ("all", "all", "all", "own", "arteculture", None, None, *[0] * 7, None, False, "no_answers")
    assert place.query(f"from marts.arteculture_accuracy where model in {listed}") == [
        ("silent.json", "all", *nothing),
        ("stranger", "know", *nothing),
    ]


def test_residences_are_shares_of_the_known_ones(place):
    assert place.query("from marts.arteculture_residences") == [("english", "UK", 2, 1.0, 2)]


def test_more_images_move_none_and_variables_change_what_they_say(place):
    before = place.query("select image_id, split from marts.arteculture_split")
    more = ["image_id,source,tradition,region", *(f"new-{n},vulca_bench,Islamic,non_western" for n in range(300))]
    (place.data / "arteculture" / "more").mkdir()
    (place.data / "arteculture" / "more" / "artworks.csv").write_text("\n".join(more) + "\n")
    build(place, "--vars", json.dumps({"min_votes": 3, "arteculture_tau": 0.7}))
    after = dict(place.query("select image_id, split from marts.arteculture_split"))
    assert len(after) == len(before) + 300
    assert all(after[image] == split for image, split in before)
    # Two votes of the released table are no longer enough.
    assert place.value("select image_count from marts.arteculture_retention where stage = 'retained'") == 3
    # dust is above 0.7 now.
    assert place.value("select coverage_share from marts.arteculture_retrieval where culture = 'english'") == 1.0
