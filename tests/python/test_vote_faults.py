"""Bad ballots, counts, scales and questions: landed or rejected with a reason, one sentence, never a traceback."""

from __future__ import annotations

import gzip
import io
import json

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from ingest.benchmarks import CONFORMED
from ingest.errors import IngestError
from ingest.parse import parse
from ingest.scales import read_question_file, read_scale_file
from ingest.spec import Source
from votes import write_csv

SCALE = "scale,label,position,numeric_value,name_zh,name_ar,aliases\n"
EMOTION = SCALE + "mood,joy,1,1,喜悦,فرح,happiness|delight\nmood,anger,2,2,愤怒,غضب,\nmood,calm,3,4,平静,هدوء,\n"
HEADER = "subject_id,question,rater_id,label,score\n"


POINTS = SCALE + "".join(f"points,{n},{n},{n},,,\n" for n in (1, 2, 3))


@pytest.fixture
def declared(house):
    (house.folder / "scale.csv").write_text(EMOTION, encoding="utf-8")
    (house.folder / "questions.csv").write_text("question,scale\nfelt,mood\n")
    return ["--scale", house.folder / "scale.csv", "--questions", house.folder / "questions.csv"]


def load(house, declared, text: str | bytes, shape: str = "ballots", name: str = "votes.csv"):
    path = house.folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return house.ingest("load", path, "--as", shape, "--benchmark", "toy", *declared)


def landed(house) -> list[tuple]:
    return house.query("select subject_id, label, score from raw.conformed__ballots order by _row_number")


def reasons(house) -> list[tuple]:
    return house.query("select row_number, reason from raw.rejects order by row_number, reason")


def test_labels_are_matched_by_name_alias_and_native_name_and_nothing_fuzzier(house, declared):
    spelled = ["joy", " JOY ", "ｊｏｙ", "Delight", "喜悦", "فرح"]
    wrong = ["joyful", "jo\u200by", "\u200fفرح\u200f", "ف\u200dرح", "joy!"]
    rows = [{"subject_id": f"s{n}", "question": "felt", "label": text} for n, text in enumerate(spelled + wrong)]
    path = write_csv(house.folder / "votes.csv", rows)
    house.ingest("load", path, "--as", "ballots", "--benchmark", "toy", *declared)
    assert landed(house) == [(f"s{n}", "joy", None) for n in range(len(spelled))]
    assert reasons(house) == [(2 + len(spelled) + n, "label.not_in_scale") for n in range(len(wrong))]


def test_scores_stand_for_the_label_of_that_value(house, declared):
    rows = "s1,felt,a,,1\ns2,felt,a,,4.0\ns3,felt,a,,3\ns4,felt,a,,5\ns5,felt,a,joy,2\ns6,felt,a,joy,1\ns7,felt,a,,\n"
    load(house, declared, HEADER + rows)
    assert landed(house) == [("s1", "joy", 1.0), ("s2", "calm", 4.0), ("s6", "joy", 1.0)]
    assert reasons(house) == [
        (4, "score.not_in_scale"),
        (5, "score.out_of_range"),
        (6, "score.label_mismatch"),
        (8, "label.missing"),
    ]


def test_a_blank_rater_and_a_label_with_a_separator_are_rejected(house, declared):
    load(house, declared, HEADER + "s1,felt,,joy,\ns2,felt,a,joy|anger,\ns3,free,a,x|y,\ns4,free,a, as written ,\n")
    assert reasons(house) == [(2, "rater.missing"), (3, "label.contains_separator"), (4, "label.contains_separator")]
    assert landed(house) == [("s4", "as written", None)]


def test_equal_bytes_of_two_benchmarks_keep_their_own_rejects(house, declared):
    path = write_csv(house.folder / "votes.csv", [{"subject_id": "s1", "question": "felt", "label": "bliss"}])
    for name in ("one", "two"):
        house.ingest("load", path, "--as", "ballots", "--benchmark", name, *declared)
    (house.folder / "scale.csv").write_text(EMOTION.replace("anger", "rage"), encoding="utf-8")
    house.ingest("load", path, "--as", "ballots", "--benchmark", "one", *declared)
    owners = "select benchmark, table_name, reason from raw.rejects order by benchmark"
    assert house.query(owners) == [(name, "ballots", "label.not_in_scale") for name in ("one", "two")]
    told = house.ingest("rejects").stdout
    assert [words[1] for words in map(str.split, told.splitlines()) if "votes.csv" in words] == [
        "one.ballots",
        "two.ballots",
    ]


def test_rejects_of_a_warehouse_that_did_not_name_their_table_are_read_and_replaced(house, declared):
    text = HEADER + "s1,felt,a,bliss,\n"
    load(house, declared, text)
    with duckdb.connect(str(house.warehouse)) as connection:
        connection.execute("alter table raw.rejects drop column benchmark")
        connection.execute("alter table raw.rejects drop column table_name")
    assert "label.not_in_scale" in house.ingest("rejects").stdout
    row = house.value("select substr(file_id, 1, 12) || ':2' from raw.files")
    assert "label.not_in_scale" in house.ingest("trace", row).stdout
    (house.folder / "scale.csv").write_text(EMOTION.replace("anger", "rage"), encoding="utf-8")
    load(house, declared, text)
    assert house.query("select benchmark, table_name, reason from raw.rejects") == [
        ("toy", "ballots", "label.not_in_scale")
    ]


def test_a_question_without_a_scale_is_told(house, declared):
    told = load(house, declared, HEADER + "s1,free,a,x,\n")
    assert "no scale is declared for 'free'" in told.stderr.replace("\n", " ")


def test_marks_mixed_newlines_and_semicolons_are_read(house, declared):
    text = "\ufeffsubject_id;question;rater_id;label\r\ns1;felt;a;joy\ns2;felt;a;愤怒\r\n\r\ns3;felt;a;هدوء\n"
    load(house, declared, text)
    assert landed(house) == [("s1", "joy", None), ("s2", "anger", None), ("s3", "calm", None)]


def test_native_names_of_every_language_stay_known(house):
    (house.folder / "scale.csv").write_text(
        "scale,label,position,name_fr,name_zh\nmood,yes,1.0,oui,是\nmood,no,2.0,non,否\n"
    )
    (house.folder / "questions.csv").write_text("question,scale\nfelt,mood\n")
    declared = ["--scale", house.folder / "scale.csv", "--questions", house.folder / "questions.csv"]
    text = "subject_id,question,label\ns1,felt,Oui\ns2,felt,NON\ns3,felt,是\n"
    load(house, declared, text)
    load(house, [], text)
    load(house, [], text + "s4,felt,oui\n")
    assert landed(house) == [("s1", "yes", None), ("s2", "no", None), ("s3", "yes", None), ("s4", "yes", None)]
    assert reasons(house) == []


def test_spaces_around_a_benchmark_s_name_mean_nothing(house, declared):
    (house.folder / "votes.csv").write_text(HEADER + "s1,felt,a,delight,\n")
    told = house.ingest("load", house.folder / "votes.csv", "--as", "ballots", "--benchmark", "toy ", *declared)
    assert "no scale" not in told.stderr
    assert house.query("select benchmark, label from raw.conformed__ballots") == [("toy", "joy")]
    assert (
        house.query("select benchmark from raw.files union all select benchmark from raw.questions") == [("toy",)] * 2
    )


def test_scale_and_question_files_may_have_marks_and_semicolons_too(house):
    (house.folder / "scale.csv").write_bytes("\ufeffscale;label;position\r\nmood;نعم;1\r\nmood;不;2\n".encode())
    (house.folder / "questions.csv").write_text("question;scale\nfelt;mood\n")
    declared = ["--scale", house.folder / "scale.csv", "--questions", house.folder / "questions.csv"]
    load(house, declared, "subject_id,question,label\ns1,felt,نعم\ns2,felt,不\ns3,felt,maybe\n")
    assert landed(house) == [("s1", "نعم", None), ("s2", "不", None)]
    assert reasons(house) == [(4, "label.not_in_scale")]


def declared_rows() -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """A scale and a question as a JSON or Parquet file holds them: numbers are numbers, absent cells are null."""
    scale = [
        {
            "scale": "mood",
            "label": "joy",
            "position": 1,
            "numeric_value": 1,
            "name_zh": "喜悦",
            "aliases": "bliss|glee",
        },
        {"scale": "mood", "label": " calm", "position": 2, "numeric_value": 2.5, "name_zh": None, "aliases": None},
    ]
    return scale, [{"question": "felt", "scale": "mood"}]


@pytest.mark.parametrize("ending", [".csv.gz", ".tsv.zst", ".jsonl", ".jsonl.zst", ".parquet", ".parquet.gz"])
def test_scale_and_question_files_have_every_format_of_a_data_file(tmp_path, ending):
    for rows, name in zip(declared_rows(), ("scale", "questions"), strict=True):
        if ending.startswith(".parquet"):
            stream = io.BytesIO()
            pq.write_table(pa.Table.from_pylist(rows), stream)
            content = stream.getvalue()
        elif ending.startswith(".jsonl"):
            content = ("\n\n".join(json.dumps(row) for row in rows) + "\n").encode()
        else:
            content = write_csv(tmp_path / "plain.csv", rows).read_bytes()
            content = content.replace(b",", b"\t") if ending.startswith(".tsv") else content
        pack = {"gz": gzip.compress, "zst": zstandard.compress}.get(ending.rpartition(".")[2], bytes)
        (tmp_path / (name + ending)).write_bytes(pack(content))
    joy, calm = read_scale_file(tmp_path / f"scale{ending}")
    assert (joy.spellings, joy.position, joy.numeric_value) == (("joy", "喜悦", "bliss", "glee"), 1, 1.0)
    assert (calm.spellings, calm.position, calm.numeric_value) == (("calm",), 2, 2.5)
    assert read_question_file(tmp_path / f"questions{ending}", "toy") == {("toy", "felt"): "mood"}


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("scale.jsonl", '{"scale": "m", "label": "a"}', "line 1: has no column 'position'"),
        ("scale.jsonl", '{"scale": "m", "label": "a", "position": true}', "line 1: true is no text and no number"),
        ("scale.jsonl", '\n{"scale": "m", "scale": "n"}', "line 2: is no strict JSON object (json.duplicate_key)"),
        ("scale.jsonl", "[1]", "is no strict JSON object (schema.root_not_object)"),
        ("scale.jsonl", "scale,label", "line 1: is no JSON"),
        ("scale.parquet", "scale,label", "is no readable Parquet file"),
        ("scale.csv.gz", "scale,label", "is damaged"),
    ],
)
def test_a_declaration_that_is_not_what_its_name_says_is_one_sentence(tmp_path, name, content, sentence):
    (tmp_path / name).write_text(content)
    with pytest.raises(IngestError) as told:
        read_scale_file(tmp_path / name)
    assert sentence in str(told.value)


@pytest.mark.parametrize("name", ["", " "])
def test_a_benchmark_has_a_name(house, name):
    (house.folder / "votes.csv").write_text(HEADER + "s1,felt,a,joy,\n")
    told = house.ingest("load", house.folder / "votes.csv", "--as", "ballots", "--benchmark", name, code=1)
    assert "is no name" in told.stderr


#: One faulty row for each way to be faulty, one good row, per shape that is no ballot.
OTHER_SHAPES = {
    "vote_counts": (
        "subject_id,question,label,vote_count\ns1,q,x,2\ns1,q,y,99999999999999999999\ns1,q,,1\n,q,x,1\ns1,q,z,\ns1,q,x|y,1\ns1,q,u,4000000000\n",
        [
            "label.contains_separator",
            "label.missing",
            "subject_id.missing",
            "vote_count.missing",
            "vote_count.out_of_range",
            "vote_count.out_of_range",
        ],
    ),
    "outputs": ("system_id,item_id\ns,i\ns,\n,i\n", ["item_id.missing", "system_id.missing"]),
    "judgements": (
        "judge_id,system_id,item_id,metric,raw_score\nj,s,i,m,3\nj,s,i,m,abc\nj,s,i,,3\nj,s,i,m,\nj,s,i,m,-1e200\n",
        ["metric.missing", "score.missing", "score.out_of_range", "score.wrong_type"],
    ),
    "cluster_scores": (
        "leaderboard,system_id,metric,cluster_id,score_sum,score_count\nl,s,m,c,3,2\nl,s,m,d,3,-1\nl,s,m,e,nan,1\nl,s,m,f,1,1.5\n"
        "l,s,m,g,1e200,1\nl,s,m,h,1,9000000000000000000\n",
        [
            "score_count.not_integer",
            "score_count.out_of_range",
            "score_count.out_of_range",
            "score_sum.non_finite",
            "score_sum.out_of_range",
        ],
    ),
    "score_pairs": (
        "comparison,pair_id,x,y\nc,1,0.5,0.7\nc,2,inf,1\nc,3,1;2,1\nc,4,1e308,-1e308\n",
        ["x.non_finite", "x.out_of_range", "x.wrong_type", "y.out_of_range"],
    ),
}


@pytest.mark.parametrize("shape", OTHER_SHAPES)
def test_faulty_rows_of_every_shape_are_rejected_with_a_reason(house, shape):
    text, expected = OTHER_SHAPES[shape]
    load(house, [], text, shape, f"{shape}.csv")
    assert sorted(reason for _, reason in reasons(house)) == expected
    assert house.value(f"select count(*) from raw.conformed__{shape}") == 1


@pytest.mark.parametrize(
    ("shape", "header", "missing"),
    [
        ("ballots", "subject_id,question,rater_id", "required column 'label' or 'score' missing"),
        ("score_pairs", "comparison,pair_id,y", "required column 'x' missing"),
        ("score_pairs", "comparison,pair_id", "required columns 'x', 'y' missing"),
    ],
)
def test_a_file_without_a_column_that_its_shape_needs_is_refused(tmp_path, shape, header, missing):
    (tmp_path / "file.csv").write_text(header + "\n")
    with pytest.raises(IngestError) as told:
        list(parse(CONFORMED.table(shape), Source(tmp_path / "file.csv", "file.csv", {"benchmark": "toy"}, {})))
    assert missing in str(told.value)


def test_a_sum_of_squares_that_no_scores_have_is_rejected(house):
    header = "leaderboard,system_id,metric,cluster_id,score_sum,score_sum_squares,score_count\n"
    told = {"c": "5,1,2", "d": "5,13,2", "e": "2.333333,2.722222,2", "f": "-0.3,0.03,3", "g": "2,4,1", "h": "0,0,0"}
    load(house, [], header + "".join(f"l,s,m,{cluster},{cells}\n" for cluster, cells in told.items()), "cluster_scores")
    assert reasons(house) == [(2, "score_sum_squares.inconsistent")]


def test_a_score_beyond_measure_is_rejected(house):
    load(house, [], HEADER + "s1,free,a,,1e200\ns1,free,b,,-1e40\n")
    assert reasons(house) == [(2, "score.out_of_range")]


def test_json_lines_and_parquet_land_alike(house, declared):
    rows = [
        {"subject_id": "s1", "question": "felt", "rater_id": "a", "label": "Joy", "score": None},
        {"subject_id": "s1", "question": "felt", "rater_id": "b", "label": None, "score": 4},
    ]
    load(house, declared, "\n".join(map(json.dumps, rows)), name="votes.jsonl")
    pq.write_table(pa.Table.from_pylist(rows), house.folder / "votes.parquet")
    house.ingest("load", house.folder / "votes.parquet", "--as", "ballots", "--benchmark", "toy")
    found = house.query("select label, score, count(*) from raw.conformed__ballots group by all order by all")
    assert found == [("calm", 4.0, 2), ("joy", None, 2)]


def test_a_blank_answer_in_json_is_no_vote(house, declared):
    answers = [
        {"question": "free", "label": ""},
        {"question": "free", "label": "  "},
        {"question": "free", "label": "x", "annotated_at": ""},
        {"question": "felt", "label": "", "score": 2},
        {"question": "felt", "label": " ", "score": ""},
    ]
    text = "\n".join(json.dumps({"subject_id": f"s{n}", **answer}) for n, answer in enumerate(answers))
    load(house, declared, text, name="votes.jsonl")
    assert landed(house) == [("s2", "x", None), ("s3", "anger", 2.0)]
    assert reasons(house) == [(1, "label.missing"), (2, "label.missing"), (5, "score.wrong_type")]
    load(
        house,
        declared,
        '{"subject_id": "s", "question": "free", "label": "", "vote_count": 2}',
        "vote_counts",
        "n.jsonl",
    )
    assert house.query("from raw.conformed__vote_counts") == []


def test_a_json_number_is_a_label_only_where_its_scale_says_so(house, declared):
    (house.folder / "points.csv").write_text(POINTS)
    (house.folder / "questions.csv").write_text("question,scale\nfelt,mood\nrated,points\n")
    answers = [("rated", 3), ("rated", 1.0), ("rated", 4), ("rated", 1.5), ("felt", 1), ("free", 3), ("rated", True)]
    text = "\n".join(
        json.dumps({"subject_id": f"s{n}", "question": question, "label": label})
        for n, (question, label) in enumerate(answers, start=1)
    )
    load(house, [*declared, "--scale", house.folder / "points.csv"], text, name="votes.jsonl")
    assert landed(house) == [("s1", "3", None), ("s2", "1", None)]
    assert reasons(house) == [
        (3, "label.not_in_scale"),
        (4, "label.not_in_scale"),
        (5, "label.wrong_type"),
        (6, "label.wrong_type"),
        (7, "label.wrong_type"),
    ]


def test_released_counts_are_held_against_the_scale(house, declared):
    text = "subject_id,question,label,vote_count\ns1,felt,Joy,3\ns1,felt,rage,1\ns1,felt,anger,-1\ns1,felt,calm,1.5\n"
    load(house, declared, text, "vote_counts")
    assert house.query("select label, vote_count from raw.conformed__vote_counts") == [("joy", 3)]
    assert reasons(house) == [(3, "label.not_in_scale"), (4, "vote_count.out_of_range"), (5, "vote_count.not_integer")]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("m,a,1,,,,\nm,b,3,,,,\n", "positions of scale 'm' are [1, 3]; they must be 1 to 2, each once."),
        ("m,a,1,,,,\nm,b,1,,,,\n", "positions of scale 'm' are [1, 1]"),
        ("m,a,1,,,,x\nm,b,2,,,,X\n", "'X' names both 'a' and 'b'. Keep one."),
        ("m,a,1,,,,\nm,a,2,,,,\n", "names label 'a' twice"),
        ("m,a|b,1,,,,\n", "contains '|'"),
        ("m,a,first,,,,\n", "is not a whole number"),
        ("m,a,1.5,,,,\n", "is not a whole number"),
        ("m,a,+1,,,,\n", "position '+1' is not a whole number"),
        ("m,a,１,,,,\n", "position '１' is not a whole number"),
        ("m,a,1,1_0,,,\n", "numeric_value '1_0' is not a finite number"),
        ("m,a,1,,,,x,y\n", "line 2: has 8 cells, the header has 7"),
        ("mer_bench_five,1,1,5,,,\n", "is a shipped scale, on which label '1' has another numeric_value than 5"),
        ("m,a,1,nan,,,\n", "is not a finite number"),
        ("m,a,1,0,,,\nm,b,2,1e200,,,\n", "numeric_value '1e200' is beyond ±1e+15"),
        ("m,a,1,2,,,\nm,b,2,1,,,\n", "do not rise with position"),
        ("m,a,1,1,,,\nm,b,2,,,,\n", "for some labels only"),
        ("m,,1,,,,\n", "scale or label is blank"),
        ("", "holds no label"),
    ],
)
def test_a_faulty_scale_is_one_sentence(house, rows, sentence):
    (house.folder / "scale.csv").write_text(SCALE + rows, encoding="utf-8")
    (house.folder / "votes.csv").write_text(HEADER + "s1,felt,a,joy,\n")
    told = house.ingest(
        "load", house.folder / "votes.csv", "--as", "ballots", "--benchmark", "toy", "--scale", house.folder / "scale.csv",
        code=1,
    )  # fmt: skip
    assert sentence in told.stderr
    assert house.query("select * from raw.conformed__ballots") == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("question,scale\nfelt,unknown\n", "names scale 'unknown', which is not known"),
        ("question\nfelt\n", "has no column 'scale'"),
        ("question,scale\nfelt,\n", "one is blank"),
        ("question,scale\nfelt,mood\nfelt,other\n", "has two scales"),
        (b"question,scale\n\xff,mood\n", "is not UTF-8"),
    ],
)
def test_a_faulty_question_file_is_one_sentence(house, declared, text, sentence):
    (house.folder / "questions.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    (house.folder / "votes.csv").write_text(HEADER + "s1,felt,a,joy,\n")
    told = house.ingest(
        "load", house.folder / "votes.csv", "--as", "ballots", "--benchmark", "toy", *declared, code=1
    )  # fmt: skip
    assert sentence in told.stderr
    assert house.query("select * from raw.questions") == []


def test_a_shipped_question_keeps_the_scales_of_its_panels(house, declared):
    for scale, code in (("mood", 1), ("emogenie_evoked_emotion", 0)):
        (house.folder / "questions.csv").write_text(f"question,scale\nemotion,{scale}\n")
        (house.folder / "votes.csv").write_text(HEADER + "s1,emotion,a,awe,\n")
        told = house.ingest(
            "load", house.folder / "votes.csv", "--as", "ballots", "--benchmark", "emogenie", *declared, code=code
        )  # fmt: skip
        assert ("question 'emotion' of emogenie is shipped with the scales of its panels" in told.stderr) == bool(code)
        assert len(house.query("select * from raw.conformed__ballots")) == 1 - code


def test_a_changed_scale_or_question_makes_a_file_be_read_again(house, declared):
    text = HEADER + "s1,felt,a,bliss,\n"
    load(house, declared, text)
    assert reasons(house) == [(2, "label.not_in_scale")]
    (house.folder / "scale.csv").write_text(EMOTION.replace("happiness", "bliss"), encoding="utf-8")
    told = load(house, declared, text)
    assert landed(house) == [("s1", "joy", None)]
    assert reasons(house) == []
    told = load(house, declared, text)
    assert "unchanged" in told.stdout
    assert house.value("select max(load_id) from raw.loads") == 2
    (house.folder / "scale2.csv").write_text(SCALE + "other,bliss,1,,,,\n")
    (house.folder / "questions.csv").write_text("question,scale\nfelt,other\n")
    load(house, [*declared, "--scale", house.folder / "scale2.csv"], text)
    assert landed(house) == [("s1", "bliss", None)]


@pytest.fixture
def scored(house):
    """Scores read on the values 1 to 3, and what declares 0 to 2 in their place."""
    (house.folder / "scale.csv").write_text(POINTS)
    (house.folder / "questions.csv").write_text("question,scale\nfelt,points\n")
    declared = ["--scale", house.folder / "scale.csv", "--questions", house.folder / "questions.csv"]
    load(house, declared, HEADER + "s1,felt,a,,3\ns2,felt,a,,2\n", name="earlier.csv")
    assert landed(house) == [("s1", "3", 3.0), ("s2", "2", 2.0)]
    lower = [SCALE, *(f"points,{n},{n},{n - 1},,,\n" for n in (1, 2, 3))]
    (house.folder / "lower.csv").write_text("".join(lower))
    return ["--scale", house.folder / "lower.csv"]


LATER = HEADER + "s3,felt,a,,0\n"


def test_a_changed_scale_makes_files_of_earlier_loads_be_read_again(house, scored):
    (house.folder / "later.csv").write_text(LATER)
    later = [house.folder / "later.csv", "--as", "ballots", "--benchmark", "toy", *scored]
    assert "score.out_of_range" in house.ingest("check", *later).stdout
    assert "stay as they were" not in house.ingest("load", *later).stderr
    assert sorted(landed(house)) == [("s2", "3", 2.0), ("s3", "1", 0.0)]
    assert reasons(house) == [(2, "score.out_of_range")]
    assert house.query("select path, load_id from raw.files order by path") == [("earlier.csv", 2), ("later.csv", 2)]
    assert house.query("select landed_file_count, replaced_file_count from raw.loads order by all") == [(1, 0), (1, 1)]
    house.ingest("load", *later)
    assert house.value("select max(load_id) from raw.loads") == 2


@pytest.mark.parametrize(("content", "says"), [(None, "is gone"), (HEADER + "s1,felt,a,,1\n", "has changed since")])
def test_files_that_cannot_be_read_again_with_the_new_scale_are_named(house, scored, content, says):
    earlier = house.folder / "earlier.csv"
    if content is None:
        earlier.unlink()
    else:
        earlier.write_text(content)
    (house.folder / "later.csv").write_text(LATER)
    later = [house.folder / "later.csv", "--as", "ballots", "--benchmark", "toy", *scored]
    for command in ("check", "load"):
        told = house.ingest(command, *later).stderr
        assert f"earlier.csv: was read with other scales than those now declared and {says}" in told
    assert sorted(landed(house)) == [("s1", "3", 3.0), ("s2", "2", 2.0), ("s3", "1", 0.0)]


def test_an_alias_added_to_a_shipped_scale_reaches_the_files_of_its_benchmark(house):
    index = house.folder / "index_final.json"
    index.write_text(json.dumps([{"id": "1.png", "det_emo": "gloomy", "tgt_emo": "happy"}]))
    house.ingest("load", index)
    assert house.query("from raw.mer_bench__memes") == []
    (house.folder / "scale.csv").write_text(SCALE + "mer_bench_emotion,sad,2,,,,gloomy\n")
    load(house, ["--scale", house.folder / "scale.csv"], HEADER + "s1,free,a,x,\n")
    assert house.query("select det_emo from raw.mer_bench__memes") == [("sad",)]
