"""Loading: what lands, what is rejected, what a second load does."""

from __future__ import annotations

import gzip
import json
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from conftest import House, real_data_folder
from ingest.benchmarks import CONFORMED, benchmarks
from ingest.detect import Request, find_files
from ingest.errors import IngestError
from ingest.parse import parse
from ingest.spec import Source, Table

MEME = {"id": "1.png", "det_emo": "sad", "tgt_emo": "happy", "text": "a", "pos_txt": "b", "spec": "c", "img_desc": "d"}
BALLOTS = "subject_id,question,rater_id,label\ni1,q,a,x\ni1,q,b,y\n"


BALLOTS_TABLE = CONFORMED.table("ballots")


def write_index(house: House, *memes: dict[str, object]) -> None:
    house.data.mkdir(exist_ok=True)
    (house.data / "index_final.json").write_text(json.dumps(memes), encoding="utf-8")


def load_ballots(house: House, name: str = "votes.csv", content: str | bytes = BALLOTS, code: int = 0):
    path = house.folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return house.ingest("load", path, "--as", "ballots", "--benchmark", "study", code=code)


def read(path: Path, table: Table = BALLOTS_TABLE) -> tuple[list[dict[str, object]], list[tuple[int, str]]]:
    """Parse a file without a warehouse: its rows by column name, and (line, reason) of what is rejected."""
    batches = list(parse(table, Source(path, path.name, {"benchmark": "study"}, {})))
    names = [name for name, _ in table.columns]
    rows = [dict(zip(names, row, strict=True)) for batch in batches for row in batch.rows.get(table.name, ())]
    return rows, [(reject.row_number, reject.reason) for batch in batches for reject in batch.rejects]


def reasons(house: House) -> list[tuple[str, str, int]]:
    return house.query("select reason, field, row_number from raw.rejects order by row_number, reason")


def test_the_released_index_lands_whole_and_unaltered(house):
    source = real_data_folder() / "mer_bench" / "index_final.json"
    house.ingest("load", source)
    memes = json.loads(source.read_bytes().decode("utf-8"))
    assert house.value("select count(*) from raw.mer_bench__memes") == len(memes) == 3117
    columns = ("id", "det_emo", "tgt_emo", "img_desc", "text", "pos_txt", "spec", "gen_id", "visual_type")
    landed = house.query(f"select {', '.join(columns)} from raw.mer_bench__memes order by _row_number")
    assert landed == [tuple(meme[c] for c in columns) for meme in memes]
    pairs = {
        (a, b): n for a, b, n in house.query("select det_emo, tgt_emo, count(*) from raw.mer_bench__memes group by all")
    }
    assert pairs == {
        ("sad", "happy"): 1026,
        ("angry", "calm"): 937,
        ("tense", "relaxed"): 1020,
        ("bored", "excited"): 134,
    }
    assert house.value("select count(*) from raw.mer_bench__memes where trim(text) = ''") == 4


def test_loading_twice_changes_nothing(house):
    write_index(house, MEME, {**MEME, "id": "2.png"})
    house.ingest("load", house.data)
    before = house.query("from raw.files"), house.query("from raw.mer_bench__memes"), house.query("from raw.loads")
    told = house.ingest("load", house.data)
    assert (
        house.query("from raw.files"),
        house.query("from raw.mer_bench__memes"),
        house.query("from raw.loads"),
    ) == before
    assert "error" not in told.stderr


def test_a_changed_file_replaces_only_its_rows(house):
    load_ballots(house, "one.csv")
    load_ballots(house, "two.csv", BALLOTS.replace("i1", "i2"))
    kept = house.query("from raw.conformed__ballots where subject_id = 'i2'")
    load_ballots(house, "one.csv", BALLOTS.replace("i1", "i3"))
    assert house.query("select distinct subject_id from raw.conformed__ballots order by 1") == [("i2",), ("i3",)]
    assert house.query("from raw.conformed__ballots where subject_id = 'i2'") == kept
    assert house.value("select count(*) from raw.files") == 2


def test_files_that_are_gone_stay_until_they_are_pruned(house):
    write_index(house, MEME)
    house.ingest("load", house.data)
    (house.data / "index_final.json").unlink()
    house.ingest("load", house.data, "--prune")
    assert house.value("select count(*) from raw.mer_bench__memes") == 0
    assert house.value("select count(*) from raw.files") == 0


def test_received_is_landed_plus_rejected_in_every_file(sample):
    # One row a line or record; EmoGenie's and ArtECulture's files, of which some feed two tables, have tests of their own.
    rows = sample.query("select row_count, reject_count, path from raw.files where benchmark = 'mer_bench'")
    assert rows
    rejected = dict(sample.query("select path, count(distinct row_number) from raw.rejects group by path"))
    for row_count, reject_count, path in rows:
        assert reject_count == rejected.get(path, 0)
        file = sample.data / path
        if path.endswith(".jsonl"):
            received = sum(bool(line.strip()) for line in file.read_bytes().split(b"\n"))
        else:
            received = len(json.loads(file.read_text(encoding="utf-8")))
        assert received == row_count + reject_count, path


def test_a_file_loaded_alone_and_then_with_its_folder_lands_once(house):
    write_index(house, MEME)
    house.ingest("load", house.data / "index_final.json")
    house.ingest("load", house.data)
    assert house.value("select count(*) from raw.mer_bench__memes") == 1


@pytest.mark.parametrize(
    ("benchmark", "table", "name"),
    [
        ("emogenie", "answers", "model"),
        ("emogenie", "descriptions", "model"),
        ("emogenie", "assessments", "model"),
        ("arteculture", "predictions", "model"),
        ("mame_re", "selections", "system"),
        ("mame_re", "rankings", "system"),
    ],
)
def test_a_file_alone_is_named_after_its_model_wherever_it_lies(tmp_path, benchmark, table, name):
    def groups(file: Path) -> dict[str, str]:
        file.parent.mkdir(exist_ok=True)
        file.touch()
        return dict(find_files(Request((file,), benchmark, table))[0][0].groups)

    assert groups(tmp_path / "m-1.5.jsonl.gz") == {name: "m-1.5"}
    assert groups(tmp_path / table / "m-1.5.jsonl") == {name: "m-1.5"}
    with pytest.raises(IngestError, match=rf"m\.ndjson: does not say its {name}.*as in my-{name}\.jsonl\.$"):
        groups(tmp_path / "m.ndjson")


def test_answers_loaded_alone_land(house):
    path = house.folder / "m.jsonl"
    path.write_text('{"question_id": "q", "answer": "A"}\n')
    house.ingest("load", path, "--benchmark", "emogenie", "--as", "answers")
    assert house.query("select model, question_id from raw.emogenie__answers") == [("m", "q")]


def test_equal_bytes_in_two_places_are_two_files(house):
    for folder in ("a", "b"):
        (house.data / folder).mkdir(parents=True)
        (house.data / folder / "index_final.json").write_text(json.dumps([MEME]))
    house.ingest("load", house.data)
    assert house.value("select count(distinct file_id) from raw.files") == 2
    assert house.value("select count(*) from raw.mer_bench__memes") == 2


def test_every_format_and_compression_lands_the_same_rows(house):
    records = [
        dict(zip(("subject_id", "question", "rater_id", "label"), line.split(","), strict=True))
        for line in BALLOTS.split()[1:]
    ]
    jsonl = "\n".join(json.dumps(r) for r in records)
    pq.write_table(pa.Table.from_pylist(records), house.folder / "votes.parquet")
    variants = {
        "votes.csv": BALLOTS.encode(),
        "votes.tsv": BALLOTS.replace(",", "\t").encode(),
        "semicolon.csv": BALLOTS.replace(",", ";").encode(),
        "bom.csv": b"\xef\xbb\xbf" + BALLOTS.encode(),
        "crlf.csv": BALLOTS.replace("\n", "\r\n").encode(),
        "order.csv": b"label,rater_id, question ,subject_id\nx,a,q,i1\ny,b,q,i1\n",
        "votes.jsonl": jsonl.encode(),
        "votes.json": json.dumps(records).encode(),
        "votes.csv.gz": gzip.compress(BALLOTS.encode()),
        "votes.jsonl.zst": zstandard.compress(jsonl.encode()),
        "votes.parquet": (house.folder / "votes.parquet").read_bytes(),
        "votes.parquet.gz": gzip.compress((house.folder / "votes.parquet").read_bytes()),
        "votes.parquet.zst": zstandard.compress((house.folder / "votes.parquet").read_bytes()),
    }
    for name, content in variants.items():
        load_ballots(house, name, content)
    found = house.query(
        """
        select count(*) from (
            select _file_id, list((subject_id, question, rater_id, label) order by rater_id) as votes
            from raw.conformed__ballots group by _file_id
        ) group by votes
        """
    )
    assert found == [(len(variants),)]


def test_faulty_rows_are_rejected_one_by_one_with_line_and_reason(house):
    load_ballots(
        house,
        content=b"subject_id,question,rater_id,label,score\n"
        b'"i\n1",q,a,x,\n'
        b"i2,q,,x,\n"
        b"i3,q,a\n"
        b"\n"
        b"i4,q,b,,NaN\n"
        b"i5,q,c,,\n"
        b"i6,q,c,\xff,\n"
        b",,d,x,\n"
        b"i8,q,d,x,3\n",
    )
    assert reasons(house) == [
        ("rater.missing", "rater_id", 4),
        ("row.wrong_width", None, 5),
        ("score.non_finite", "score", 7),
        ("label.missing", "label", 8),
        ("encoding.invalid", None, 9),
        ("question.missing", "question", 10),
        ("subject_id.missing", "subject_id", 10),
    ]
    assert house.query("select subject_id, _row_number from raw.conformed__ballots order by 2") == [
        ("i\n1", 2),
        ("i8", 11),
    ]
    assert house.query("select row_count, reject_count from raw.files") == [(2, 6)]


def test_a_file_without_rater_ids_holds_anonymous_raters(house):
    load_ballots(house, content="subject_id,question,label\ni1,q,x\n")
    assert house.value("select rater_id from raw.conformed__ballots") is None
    assert "anonymous" in house.ingest("status").stdout


def test_a_column_whose_name_only_holds_that_of_the_rater_leaves_raters_anonymous(tmp_path):
    contents = {
        "longer.csv": "subject_id,question,label,rater_id_note\ni1,q,x,1\ni2,q,y,2\n",
        "value.csv": "subject_id,question,label\ni1,q,rater_id\ni2,q,y\n",
        "longer.jsonl": '{"subject_id":"i1","question":"q","label":"x"}\n'
        '{"subject_id":"i2","question":"q","label":"y","old_rater_id":"a"}\n',
        "value.jsonl": '{"subject_id":"i1","question":"q","label":"rater_id"}\n'
        '{"subject_id":"i2","question":"q","label":"y","more":{"rater_id":"a"}}\n',
        "value.json": '[{"subject_id":"i1","question":"q","label":"rater_id"},{"subject_id":"i2","question":"q","label":"y"}]',
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
        rows, rejected = read(tmp_path / name)
        assert ([row["rater_id"] for row in rows], rejected) == ([None, None], []), name


def test_a_rater_is_missing_once_any_row_of_the_file_names_one(tmp_path):
    contents = {
        "spaced.csv": "\n subject_id , question,label, rater_id \ni1,q,x,\ni2,q,y,a\n",
        "late.jsonl": '{"subject_id":"i1","question":"q","label":"x"}\n'
        '{"subject_id":"i2","question":"q","label":"y","rater_id":"a"}\n',
        "late.json": '[{"subject_id":"i1","question":"q","label":"x"},'
        '{"subject_id":"i2","question":"q","label":"y","rater_id":"a"}]',
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
        rows, rejected = read(tmp_path / name)
        assert ([row["rater_id"] for row in rows], [reason for _, reason in rejected]) == (["a"], ["rater.missing"]), (
            name
        )


def test_annotators_of_a_benchmark_stay_anonymous_beside_a_column_of_a_longer_name(tmp_path):
    path = tmp_path / "description_evidence.csv"
    path.write_text("question_id,text,annotator_id_old\nq,seen,a\n")
    rows, rejected = read(path, benchmarks()["emogenie"].table("description_evidence"))
    assert ([row["annotator_id"] for row in rows], rejected) == ([None], [])


def test_lines_are_counted_from_the_top_of_the_file_with_the_blank_ones_above_the_header(tmp_path):
    path = tmp_path / "lead.csv"
    path.write_bytes(b"\xef\xbb\xbf\n \r\n\nsubject_id,question,label,rater_id\ni1,q,x,a\ni2,q,y,\n")
    rows, rejected = read(path)
    assert [row["_row_number"] for row in rows] == [5]
    assert rejected == [(6, "rater.missing")]


def test_parquet_types_of_other_writers_are_read(tmp_path):
    pq.write_table(
        pa.table(
            {
                "subject_id": ["i1", "i2"],
                "question": ["q", "q"],
                "score": pa.array([Decimal("3.50"), None]),
                "label": [None, "x"],
                "round": pa.array([Decimal("2"), Decimal("1")], pa.decimal128(9, 2)),
                "annotated_at": pa.array([date(2026, 1, 2), None]),
            }
        ),
        tmp_path / "duck.parquet",
    )
    rows, rejected = read(tmp_path / "duck.parquet")
    assert rejected == []
    assert [(r["score"], r["round"], r["annotated_at"]) for r in rows] == [
        (3.5, 2, datetime(2026, 1, 2)),
        (None, 1, None),
    ]


def test_nanoseconds_of_a_parquet_time_are_cut_off(tmp_path):
    moments = pa.array([1_767_323_045_123_456_789], pa.timestamp("ns", "Asia/Tokyo"))
    table = pa.table({"subject_id": ["i1"], "question": ["q"], "label": ["x"], "annotated_at": moments})
    pq.write_table(table, tmp_path / "nano.parquet")
    rows, _ = read(tmp_path / "nano.parquet")
    assert [row["annotated_at"] for row in rows] == [datetime(2026, 1, 2, 3, 4, 5, 123456)]


def test_strict_json_rejects_what_other_readers_let_pass(house):
    load_ballots(
        house,
        "votes.jsonl",
        '{"subject_id": "i1", "question": "q", "score": NaN}\n'
        '{"subject_id": "i1", "question": "q", "score": 1e400}\n'
        '{"subject_id": "i1", "subject_id": "i2", "question": "q", "score": 1}\n'
        '{"subject_id": "i1", "question": "q", "score": "4"}\n'
        '{"subject_id": 7, "question": "q", "score": 4}\n'
        "[1]\n"
        '{"subject_id": "i1", "question": "q", "sco',
    )
    assert [reason for reason, _, _ in reasons(house)] == [
        "json.non_finite", "json.non_finite", "json.duplicate_key", "score.wrong_type", "id.wrong_type",
        "schema.root_not_object", "json.parse_failed",
    ]  # fmt: skip


def test_half_a_character_is_no_text(house):
    load_ballots(house, "votes.jsonl", '{"subject_id": "i1", "question": "q", "label": "\\ud83e"}\n')
    assert reasons(house) == [("encoding.invalid", "label", 1)]


def test_unknown_columns_are_told_once(house):
    told = load_ballots(house, content="subject_id,question,label,mood\ni1,q,x,1\ni2,q,x,1\n")
    assert told.stderr.count("'mood'") == 1


def test_check_reads_everything_and_writes_nothing(house):
    write_index(house, MEME, {**MEME, "tgt_emo": "joyful"})
    told = house.ingest("check", house.data)
    assert "label.not_in_scale" in told.stdout
    assert not house.warehouse.exists()


def test_trace_shows_file_line_and_original_text(house):
    load_ballots(house, content="subject_id,question,rater_id,label,why\ni1,q,a, x ,so\ni2,q,,x,\n")
    prefix = house.value("select substr(file_id, 1, 12) from raw.files")
    landed = house.ingest("trace", f"{prefix}:2").stdout
    assert "votes.csv" in landed
    assert "subject_id: i1" in landed
    assert landed.endswith("original text:\ni1,q,a, x ,so\n")
    rejected = house.ingest("trace", f"{prefix}:3").stdout
    assert "rater.missing" in rejected
    assert "i2,q,,x" in rejected
    (house.folder / "votes.csv").unlink()
    assert "not kept, and the file is gone" in house.ingest("trace", f"{prefix}:2").stdout
    assert "has no row 99" in house.ingest("trace", f"{prefix}:99", code=1).stderr
    assert "is no row id" in house.ingest("trace", "nonsense", code=1).stderr


def test_rejects_can_be_listed_by_reason(house):
    load_ballots(house, content="subject_id,question,rater_id,label\ni1,q,,x\n,q,a,x\n")
    assert "rater.missing" in house.ingest("rejects", "--reason", "rater.missing").stdout
    assert "subject_id.missing" not in house.ingest("rejects", "--reason", "rater.missing").stdout
    assert "No row is rejected for" in house.ingest("rejects", "--reason", "no.such").stdout


@pytest.mark.parametrize("name", ["x'; drop table raw.files; --", 'say "hi"', "日本語"])
def test_names_from_users_are_bound_never_run(house, name):
    path = house.folder / "votes.csv"
    path.write_text(BALLOTS)
    house.ingest("load", path, "--as", "ballots", "--benchmark", name)
    assert house.query("select distinct benchmark from raw.conformed__ballots") == [(name,)]
    assert house.value("select count(*) from raw.files") == 1
