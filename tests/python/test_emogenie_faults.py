"""EmoGenie's bad input, by hand: each faulty row has its reason, and the rest counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import House
from ingest.benchmarks._emogenie_text import answer_letters, word_count

PROMPTS = "prompt_id,perspective,emotion,intensity\np1,evoked,awe,\np2,expressed,anger,mild\np3,evoked,fear,\n"
IMAGES = "image_id,prompt_id,t2i_model\na,p1,m\nb,p2,m\nc,p1,n\norphan,nowhere,m\nempty,p3,m\n"
HEADER = "image_id,annotator_id,emotion,intensity,valence,arousal,dominance,aesthetics,annotated_at\n"
#: Data tests of what is built, and no unit tests.
NARROW = ("--exclude", "resource_type:unit_test", "--indirect-selection", "cautious")
#: Cells of a good row of each perspective.
EVOKED, EXPRESSED = "a,{},awe,,5,5,5,3,", "b,{},anger,3,,,,3,"
QUESTION = {
    "question_id": "q", "perspective": "evoked", "format": "single", "image_ids": ["a"],
    "dimension": "emotion_recognition", "options": {"A": "awe", "B": "fear", "C": "the low sun"}, "answer": "B",
    "split": "test",
}  # fmt: skip
RATINGS = [{"evaluation": n, "correctness": 2, "completeness": 1, "relevance": 0} for n in range(1, 6)]


def write_lines(path: Path, records: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")


def place(house: House, annotations: list[str]) -> Path:
    folder = house.data / "emogenie"
    folder.mkdir(parents=True)
    (folder / "prompts.csv").write_text(PROMPTS)
    (folder / "images.csv").write_text(IMAGES)
    (folder / "annotations.csv").write_text(HEADER + "".join(f"{row}\n" for row in annotations))
    return folder


def reasons(house: House) -> dict[str, int]:
    return dict(house.query("select reason, count(distinct row_number) from raw.rejects group by reason"))


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("a,r,awe,,0,5,5,3,", "valence.out_of_range"),
        ("a,r,awe,,NaN,5,5,3,", "valence.wrong_type"),
        ("a,r,awe,,5,inf,5,3,", "arousal.wrong_type"),
        ("a,r,awe,,5,5,99999999999999999999999,3,", "dominance.out_of_range"),
        ("a,r,awe,,5e0,5,5,3,", "valence.wrong_type"),
        ("a,r,awe,,5,10,5,3,", "arousal.out_of_range"),
        ("a,r,awe,,5,5,5.5,3,", "dominance.not_integer"),
        ("a,r,awe,,5,5,5,6,", "aesthetics.out_of_range"),
        ("a,r,awe,,5,5,5,,", "aesthetics.missing"),
        ("b,r,anger,03,,,,3,", "intensity.wrong_type"),
        ("a,r,joyful,,5,5,5,3,", "label.not_in_scale"),
        ("a,r,,,5,5,5,3,", "label.missing"),
        ("a,,awe,,5,5,5,3,", "rater.missing"),
        (",r,awe,,5,5,5,3,", "image_id.missing"),
        ("a,r,awe,,5,5,5,3", "row.wrong_width"),
    ],
)
def test_a_faulty_annotation_is_rejected_whole_by_its_field(house, cells, reason):
    place(house, [EVOKED.format("good"), cells])
    house.ingest("load", house.data)
    assert reasons(house) == {reason: 1}
    assert house.query("select annotator_id from raw.emogenie__annotations") == [("good",)]


def test_no_image_model_is_called_as_all_models_together_are(house):
    folder = place(house, [EVOKED.format("r")])
    (folder / "images.csv").write_text(IMAGES + "d,p1,all\n")
    house.ingest("load", house.data)
    assert reasons(house) == {"t2i_model.reserved": 1}


def test_windows_files_with_a_mark_and_semicolons_land_like_others(house):
    folder = place(house, [])
    text = (HEADER + EVOKED.format("r") + "\n").replace(",", ";").replace("\n", "\r\n")
    (folder / "annotations.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    house.ingest("load", house.data)
    assert reasons(house) == {}
    assert house.query("select image_id, valence from raw.emogenie__annotations") == [("a", 5)]


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("prompts.csv", "", "is empty"),
        ("images.csv", "image_id,prompt_id\n", "required column 't2i_model' missing"),
        ("annotations.csv", "image_id,emotion\n", "required column 'aesthetics' missing"),
    ],
)
def test_a_file_without_header_or_needed_column_stops_the_load_in_one_sentence(house, file, text, said):
    folder = place(house, [EVOKED.format("r")])
    (folder / file).write_text(text)
    told = house.ingest("load", house.data, code=1)
    assert said in told.stderr and len(told.stderr.strip().splitlines()) == 1


def test_other_spellings_integral_decimals_and_anonymous_files_land(house):
    folder = place(house, ["a,r1, 敬畏 ,,7.0,5,5, 3 ,", "a,r2,ＡＷＥ,,,5,5,3,", "a,r3,畏敬,,7,5,5,3,"])
    house.ingest("load", house.data)
    assert reasons(house) == {}
    assert house.query("select emotion, valence from raw.emogenie__annotations order by annotator_id") == [
        ("awe", 7), ("awe", None), ("awe", 7),
    ]  # fmt: skip
    (folder / "annotations.csv").write_text("image_id,emotion,aesthetics\na,awe,3\na,awe,3\n")
    house.ingest("load", house.data)
    assert "anonymous raters: no duplicate check" in house.ingest("status").stdout
    assert house.value("select count(*) from raw.emogenie__annotations") == 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"options": {"A": "awe"}, "answer": "A"}, "options.too_few"),
        ({"answer": "D"}, "answer.not_offered"),
        ({"answer": None}, "answer.missing"),
        ({"answer": "  "}, "answer.missing"),
        ({"answer": 2}, "answer.wrong_type"),
        ({"options": ["awe", "fear"]}, "options.wrong_type"),
        ({"options": {"A": "awe", "a": "fear"}, "answer": "A"}, "options.duplicate"),
        ({"options": {"AB": "awe", "C": "fear"}, "answer": "C"}, "options.not_a_letter"),
        ({"format": "pair", "image_ids": ["a", "a"]}, "image_ids.duplicate"),
        ({"format": "pair"}, "image_ids.wrong_count"),
        ({"image_ids": "a"}, "image_ids.wrong_type"),
        ({"image_ids": [7]}, "id.wrong_type"),
        ({"image_ids": [" "]}, "image_ids.missing"),
        ({"dimension": None}, "dimension.missing"),
        ({"dimension": " All "}, "dimension.reserved"),
        ({"split": None}, "split.missing"),
        ({"split": "dev"}, "split.not_in_scale"),
        ({"perspective": "felt"}, "perspective.not_in_scale"),
        ({"question_id": 7}, "id.wrong_type"),
    ],
)
def test_a_faulty_question_is_rejected_with_its_reason(house, change, reason):
    write_lines(house.data / "emogenie" / "questions.jsonl", [QUESTION, {**QUESTION, "question_id": "bad", **change}])
    house.ingest("load", house.data)
    assert reasons(house) == {reason: 1}
    assert house.query("select question_id, option_count from raw.emogenie__questions") == [("q", 3)]
    assert house.query("select letter, option_folded from raw.emogenie__question_options order by letter") == [
        ("A", "awe"), ("B", "fear"), ("C", "the low sun"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"ratings": RATINGS[:4]}, "ratings.incomplete"),
        ({"ratings": [*RATINGS[:4], RATINGS[0]]}, "evaluation.duplicate"),
        ({"ratings": [*RATINGS[:4], {**RATINGS[4], "evaluation": 6}]}, "evaluation.out_of_range"),
        ({"ratings": [*RATINGS[:4], {**RATINGS[4], "relevance": 3}]}, "relevance.out_of_range"),
        ({"ratings": [*RATINGS[:4], {**RATINGS[4], "relevance": "2"}]}, "relevance.wrong_type"),
        ({"ratings": [*RATINGS[:4], {**RATINGS[4], "relevance": 0.5}]}, "relevance.not_integer"),
        ({"ratings": [*RATINGS[:4], {**RATINGS[4], "relevance": None}]}, "relevance.missing"),
        ({"ratings": [*RATINGS[:4], {**RATINGS[4], "relevance": 10**400}]}, "relevance.out_of_range"),
        ({"ratings": None}, "ratings.missing"),
        ({"ratings": {}}, "ratings.wrong_type"),
    ],
)
def test_a_description_needs_its_five_evaluations(house, change, reason):
    good = {"question_id": "q", "ratings": RATINGS, "candidate": "calm", "reference": "calm"}
    write_lines(house.data / "emogenie" / "descriptions" / "m.jsonl", [good, {**good, "question_id": "bad", **change}])
    house.ingest("load", house.data)
    assert reasons(house) == {reason: 1}
    assert house.value("select count(*) from raw.emogenie__description_ratings") == 5


ANSWERS = [
    ("B", "B"), ("b", "B"), (" B ", "B"), ("Ｂ", "B"), ("(b)", "B"), ("（Ｂ）", "B"), ("(b) because", "B"),
    ("B. awe", "B"), ("b) it is", "B"), ("B: fear", "B"), ("The answer is B", "B"), ("the ANSWER IS b.", "B"),
    ("Answer: B", "B"), ("Answer is: (B)", "B"), ('The answer is "B"', "B"), ("**Answer:** B", "B"),
    ("Answer: **B**", "B"), ("I think so.\nAnswer: B\n", "B"), ("FEAR", "B"), ("The low sun", "C"),
    ("the low  sun", None), ("fear.", None), ("D", None), ("(z)", None), ("", None), ("I cannot tell", None),
    ("Answer: A. Answer: B", None), ("Answer: B. So the answer is B", "B"), ("A. No, the answer is B", None),
    ("D. The answer is B", "B"), ("The answer is a strange one", None), ("B or C", None), ("maybe B", None),
    ("Option B", None), ("The answers: B", None), ("B" * 200, None), ("🙂", None), ("ب", None),
]  # fmt: skip


def test_answers_are_read_by_the_stated_rule_only(house):
    folder = place(house, [EVOKED.format("r")])
    asked = [{**QUESTION, "question_id": f"q{n}"} for n in range(len(ANSWERS) + 2)]
    write_lines(folder / "questions.jsonl", asked)
    write_lines(
        folder / "answers" / "m.v1.jsonl",
        [{"question_id": f"q{n}", "answer": text} for n, (text, _) in enumerate(ANSWERS)]
        + [{"question_id": f"q{len(ANSWERS)}", "answer": None}],
    )
    house.ingest("load", house.data)
    house.dbt("build", "-s", "+emogenie_qa_accuracy", *NARROW)
    read = dict(house.query("select question_id, choice_letter from intermediate.int_emogenie__answer_readings"))
    for number, (text, letter) in enumerate(ANSWERS):
        assert read[f"q{number}"] == letter, text
    right = sum(letter == "B" for _, letter in ANSWERS)
    unread = sum(letter is None for _, letter in ANSWERS)
    assert house.query(
        """
        select model, correct_count, unparsable_count, missing_count, answered_count, expected_count
        from marts.emogenie_qa_accuracy where perspective = 'all' and dimension = 'all' and format = 'all' and rule = 'micro'
        """
    ) == [("m.v1", right, unread, 2, len(ANSWERS), len(asked))]
    patterns = dict(house.query("select question_id, pattern from intermediate.int_emogenie__answer_readings"))
    assert [patterns[f"q{n}"] for n in (0, 4, 7, 10, 18)] == [
        "lone_letter", "parenthesised_letter", "marked_letter", "stated_letter", "option_text",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "quoted", ['"B"', "'B'", "“B”", "„B“", "«B»", "‹B›", "「B」", "『B』", "(B)", "**B**", "**(B)**"]
)
def test_a_stated_letter_may_stand_in_any_quotes_parentheses_or_asterisks(quoted):
    assert answer_letters(f"Answer: {quoted}") == [("stated_letter", "B")]


def test_the_same_letter_from_two_patterns_is_named_by_the_first():
    assert answer_letters("(a) The answer is A") == [("parenthesised_letter", "A"), ("stated_letter", "A")]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (None, 0), ("", 0), (" … — !", 0), ("calm", 1), ("well-lit room, 2 chairs", 4), ("静かな湖", 4), ("静かな lake", 4),
        ("平静。", 2), ("잔잔한 호수", 2), ("ﾈｺ", 2), ("コーヒー", 4), ("بحيرة هادئة", 2), ("café\u3000noir", 2), ("🙂 ok", 1),
    ],
)  # fmt: skip
def test_words_are_counted_by_the_stated_rule(text, count):
    assert word_count(text) == count


def test_what_only_several_files_show_is_excluded_with_its_reason(house):
    folder = place(
        house,
        [
            *(EVOKED.format(f"r{n}") for n in range(16)),
            *(EXPRESSED.format(f"r{n}") for n in range(3)),
            "b,r3,anger,3,5,,,3,",
            "b,r4,awe,3,,,,3,",
            "a,x1,neutral,,5,5,5,3,",
            "a,x2,awe,2,5,5,5,3,",
            "nowhere.png,r1,awe,,5,5,5,3,",
            "orphan,r1,awe,,5,5,5,3,",
            "c,r1,awe,,5,5,5,3,",
            "c,r1,awe,,5,5,5,3,",
            "c,r2,awe,,5,5,5,3,2026-01-02",
            "c,r2,fear,,5,5,5,3,2026-01-01",
            "c,r3,fear,,7,5,5,3,",
            "c,r3,awe,,,5,5,3,",
        ],
    )
    write_lines(
        folder / "questions.jsonl",
        [
            QUESTION,
            {**QUESTION, "question_id": "wrong side", "image_ids": ["b"]},
            {**QUESTION, "question_id": "no image", "image_ids": ["z"]},
            {"question_id": "open", "perspective": "evoked", "format": "single", "image_ids": ["c"]},
        ],
    )
    write_lines(
        folder / "answers" / "m.jsonl",
        [{"question_id": q, "answer": "B"} for q in ("q", "q", "open", "no image", "lost")],
    )
    write_lines(
        folder / "descriptions" / "m.jsonl",
        [
            {"question_id": q, "ratings": RATINGS, "candidate": c, "reference": r}
            for q, c, r in (("open", "", "calm"), ("q", "x", "y"))
        ],
    )
    (folder / "assessments").mkdir()
    (folder / "assessments" / "m.csv").write_text(
        "image_id,dimension,high_probability\nb,valence,0.5\nz,aesthetics,0.5\na,valence,0.5\n"
    )
    house.ingest("load", house.data)
    house.dbt("build", "-s", "+path:models/marts/emogenie", "+exclusions", *NARROW)
    found = {
        (stage, reason): count
        for stage, reason, count in house.query("select stage, reason, count(*) from marts.exclusions group by all")
    }
    assert found == {
        ("annotations", "valence.not_applicable"): 1,
        ("annotations", "intensity.not_applicable"): 1,
        ("annotations", "label.not_in_scale"): 2,
        ("annotations", "item.unknown"): 2,
        ("annotations", "row.duplicate"): 1,
        ("annotations", "row.superseded"): 2,
        ("images", "item.unknown"): 1,
        ("questions", "perspective.mismatch"): 1,
        ("questions", "item.unknown"): 1,
        ("answers", "row.duplicate"): 1,
        ("answers", "question.open"): 1,
        ("answers", "item.unknown"): 2,
        ("descriptions", "question.closed"): 1,
        ("assessments", "valence.not_applicable"): 1,
        ("assessments", "item.unknown"): 1,
    }
    votes = dict(
        house.query(
            "select subject_id, vote_count from marts.emogenie_labels where question = 'emotion' and policy = 'plurality'"
        )
    )
    # An image without votes has no label; one with more than 15 records keeps them all.
    assert votes == {"a": 17, "b": 4, "c": 3}
    assert house.query(
        "select subject_id, rating_count from marts.opinion_scores where question = 'valence' order by subject_id"
    ) == [("a", 18), ("c", 2)]
    alignment = house.query(
        """
        select system_id, breakdown_value, alignment_unit, image_count, unlabelled_image_count, status
        from marts.emogenie_alignment
        where tie_credit = 'votes' and breakdown = 'category' and perspective = 'evoked' order by 1, 2
        """
    )
    assert alignment == [
        ("m", "awe", 1.0, 1, 0, "ok"),
        ("m", "fear", None, 0, 1, "no_votes"),
        ("n", "awe", 1.0, 1, 0, "ok"),
    ]
    # The later answer of c's first rater stands by its time, the third one's blank valence by its place.
    assert house.query("select score_unit, conciseness_unit from intermediate.int_emogenie__descriptions") == [
        (0.375, 0.0)
    ]
    # p of the high end on 1 to 9.
    assert house.query("select x from intermediate.int_emogenie__score_pairs") == [(5.0,)]
    off_number = house.query(
        "select image_id, annotation_count from marts.emogenie_annotation_counts where not is_expected order by 1"
    )
    assert off_number == [("a", 18), ("b", 5), ("c", 3), ("empty", 0)]


def test_a_leak_fails_the_build_and_names_the_images_while_other_marts_stand(house):
    folder = place(house, [EVOKED.format("r")])
    write_lines(
        folder / "questions.jsonl",
        [
            {**QUESTION, "question_id": "t1", "split": "train"},
            {**QUESTION, "question_id": "t2", "format": "pair", "image_ids": ["c", "a"]},
            {
                "question_id": "o1",
                "perspective": "evoked",
                "format": "single",
                "image_ids": ["c"],
                "split": "validation",
            },
        ],
    )
    write_lines(folder / "answers" / "m.jsonl", [{"question_id": "t2", "answer": "B"}])
    house.ingest("load", house.data)
    wanted = ("-s", "+emogenie_split_leaks", "+emogenie_qa_accuracy")
    told = house.dbt("build", *wanted, *NARROW, code=1)
    assert "emogenie_split_leaks_no_image_on_both_sides" in told.stdout
    assert house.query("from marts.emogenie_split_leaks order by all") == [
        ("a", "test", "train", "closed", "t1|t2"),
        ("c", "test", "validation", "open", "o1|t2"),
    ]
    assert (
        house.value(
            "select accuracy_unit from marts.emogenie_qa_accuracy where perspective = 'all' and dimension = 'all' and format = 'all' and rule = 'micro'"
        )
        == 1
    )
