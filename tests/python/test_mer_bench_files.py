"""Every other raw file of MER-Bench: what lands, what is refused, and what the marts make of it."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from conftest import ROOT, House, real_data_folder

VALID = next(
    case["raw_response"]
    for case in json.loads(
        (ROOT / "tests" / "fixtures" / "mer_bench" / "judge_examples.json").read_text(encoding="utf-8")
    )
    if case["case"] == "valid"
)
LIKERT = ("vgq", "vea", "tgq", "tea", "hgq", "pes")


def reply(**changes: object) -> str:
    """Return a valid reply with other scores: vgq=…, lc=…, label=…"""
    judge = json.loads(VALID)
    homes = {"vgq": ("visual_assessment", "generation_quality_1_5"), "lc": ("layout_consistency", "consistent"),
             "label": ("overall_emotion_classification", "label"), "pes": ("perceived_emotion_shift", "magnitude_1_5")}  # fmt: skip
    for name, value in changes.items():
        block, key = homes[name]
        judge[block][key] = value
    return json.dumps(judge)


def write(house: House, name: str, text: str) -> Path:
    path = house.data / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def write_cache(path: Path, rows: list[tuple[object, ...]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "create table judge_cache (cache_key text primary key, payload_json text, is_error integer, updated_at real)"
        )
        connection.executemany("insert into judge_cache values (?, ?, ?, ?)", rows)
    connection.close()


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> House:
    house = House(tmp_path_factory.mktemp("files"))
    memes = [
        {"id": f"{n}.png", "det_emo": "sad", "tgt_emo": "happy", "text": text}
        for n, text in enumerate(["Rain, rain!", "", "雨の日"])
    ]
    write(house, "index_final.json", json.dumps(memes))
    # Bare verdicts: one file per reply, lines, fenced text, and a second answer for one output.
    write(house, "verdicts/RF-VF/A/0.png.json", reply())
    write(house, "verdicts/RF-VF/A/1.png.json", f"```json\n{reply()}\n```")
    write(house, "verdicts/RF-VF/A/2.png.json", reply(vgq=9))
    lines = [{"row_id": "0.png", "judge": json.loads(reply(pes=2))}, {"row_id": "1.png", "judge": reply(vgq=2)},
             {"row_id": "1.png", "judge": json.loads(reply(vgq=3))}, {"row_id": "9.png", "judge": json.loads(reply())}]  # fmt: skip
    write(house, "verdicts/RF-VF/B.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    write(house, "verdicts/RF-VF/Stranger/0.png.json", reply())
    write(
        house,
        "generations.csv",
        "model,row_id,status\nA,0.png,ok\nA,1.png,ok\nA,2.png,ok\nB,0.png,ok\nB,1.png,ok\nB,2.png,refusal\n"
        # Every system has an output of this meme, which the index lacks.
        "A,8.png,ok\nB,8.png,ok\n",
    )
    experts = ["expert_id,model,row_id,vgq,vea,tgq,tea,lc,hgq,ppe,pes,annotated_at"]
    experts += [
        "e1,A,0.png,5,5,3,4,true,4,happy,4,",
        "e2,A,0.png,4,5,3,4,0,4,calm,,2026-02-01",
        # Written below, but given before.
        "e2,A,0.png,1,1,1,1,1,1,happy,1,2026-01-01",
        "e1,A,0.png,3,5,3,4,true,4,happy,4,",
        "e1,A,8.png,5,5,5,5,true,5,happy,5,",
    ]
    write(house, "expert_scores.csv", "\n".join(experts) + "\n")
    stages = ["negative_affect"] * 3 + ["quality"] * 2 + ["feasibility"] + ["retained"] * 4
    write(house, "filtering.csv", "meme_id,stage\n" + "".join(f"m{n},{stage}\n" for n, stage in enumerate(stages)))
    write(house, "human_control.csv", "meme_id,outcome\na,accepted\nb, Accepted \nc,removed\n")
    write(
        house,
        "annotations.csv",
        "row_id,annotator_id,task,label,escalated_label\n0.png,x,source_emotion,悲伤,\n0.png,x,layout_structure,Single-Panel,\n0.png,y,target_verification,Yes,no\n",
    )
    write_cache(
        house.data / "judge.sqlite3",
        [("linked", reply(), 0, 1.5), ("loose", reply(), 0, 2.5), ("error", '{"error": "request_failed: x"}', 1, 3.0)],
    )
    line = {
        "row_id": "0.png",
        "model": "A",
        "run": 0,
        "out": {"judge": {**json.loads(reply()), "_cache_key": "linked"}},
    }
    write(house, "eval_outputs/n=1__ra=first__im=first/model_view/A/0.jsonl", json.dumps(line) + "\n")
    house.ingest("load", house.data)
    house.build("mer_bench")
    return house


def test_bare_verdicts_land_from_files_and_from_lines(place):
    rows = place.query(
        "select system_id, item_id, configuration, flags, is_scored from marts.mer_bench_verdicts where run is null order by all"
    )
    assert rows == [
        ("A", "0.png", "RF-VF", "", True), ("A", "1.png", "RF-VF", "fenced", True), ("B", "0.png", "RF-VF", "", True),
        ("B", "1.png", "RF-VF", "", True), ("B", "1.png", "RF-VF", "", True), ("B", "9.png", "RF-VF", "", False),
        ("Stranger", "0.png", "RF-VF", "", False),
    ]  # fmt: skip
    assert place.query("select system_id, reason, line_count from marts.mer_bench_rejects") == [
        ("A", "score.out_of_range", 1)
    ]


def test_the_generation_log_decides_what_is_comparable_and_who_takes_part(place):
    assert place.query("from marts.mer_bench_comparable_items order by item_id") == [
        ("0.png", True, 0), ("1.png", True, 0), ("2.png", False, 1),
    ]  # fmt: skip
    excluded = place.query("select stage, system_id, item_id, reason from marts.exclusions order by all")
    assert excluded == [
        ("expert_scores", "A", "0.png", "row.superseded"),
        ("expert_scores", "A", "0.png", "row.superseded"),
        ("expert_scores", "A", "8.png", "item.unknown"),
        ("generations", "A", "8.png", "item.unknown"),
        ("generations", "B", "8.png", "item.unknown"),
        ("judge_cache", None, None, "cache.unlinked"),
        ("judge_cache", None, None, "cache.unlinked"),
        ("verdicts", "B", "9.png", "item.unknown"),
        ("verdicts", "Stranger", "0.png", "system.unknown"),
    ]


def test_a_generation_record_is_received_even_without_a_verdict(place):
    rows = place.query(
        "select system_id, expected_count, received_count, parsed_count, valid_count, scored_count, comparable_count from marts.waterfall order by 1"
    )
    assert rows == [("A", 3, 3, 3, 2, 2, 2), ("B", 3, 3, 2, 2, 2, 2)]


def test_a_second_answer_is_a_repeat_that_disagrees(place):
    rows = place.query(
        "select system_id, output_count, repeat_count, repeat_disagreement_share from marts.mer_bench_judge_quality order by 1"
    )
    # A recorded line served from the cache is the same answer again, no repeat.
    assert rows == [("A", 2, 0, None), ("B", 2, 1, 1.0)]


def test_experts_stand_beside_the_judge_with_their_mean(place):
    rows = {
        dimension: (x, y)
        for dimension, x, y in place.query(
            "select dimension, x, y from intermediate.int_score_pairs where benchmark = 'mer_bench' and pair_id = 'A::0.png'"
        )
    }
    # The second row of e1 replaces the first; e2 left PES blank, said calm and found the layout wrong.
    assert rows["vgq"] == (4.0, 3.5)
    assert rows["lc"] == (1.0, 0.5)
    assert rows["ppe"] == (1.0, 0.5)
    assert rows["pes"] == (4.0, 4.0)


def test_the_funnel_and_human_control_count_memes(place):
    assert place.query("select stage, remaining_count, removed_count from marts.mer_bench_funnel order by position") == [
        ("negative_affect", 7, 3), ("quality", 5, 2), ("deduplication", 5, 0), ("safety", 5, 0), ("feasibility", 4, 1),
    ]  # fmt: skip
    assert place.query("select outcome, item_count from marts.mer_bench_human_control order by position") == [
        ("accepted", 2), ("minor_revision", 0), ("substantial_rewriting", 0), ("removed", 1),
    ]  # fmt: skip


def test_annotations_are_read_on_the_scale_of_their_task(place):
    assert place.query("select task, label, escalated_label from raw.mer_bench__annotations order by _row_number") == [
        ("source_emotion", "sad", None), ("layout_structure", "SinglePanel_Meme", None), ("target_verification", "yes", "no"),
    ]  # fmt: skip


def test_captions_are_counted_in_words_of_any_script(place):
    words = dict(place.query("select word, word_count from marts.mer_bench_captions where caption = 'source'"))
    assert words == {"rain": 2, "雨": 1, "の": 1, "日": 1}
    assert place.query(
        "select length_in_words, item_count from marts.mer_bench_caption_lengths where caption = 'source' order by 1"
    ) == [(0, 1), (2, 1), (3, 1)]


def test_the_cross_tab_of_the_real_index_is_whole_and_stable(tmp_path):
    source = json.loads((real_data_folder() / "mer_bench" / "index_final.json").read_bytes())
    tables = []
    for name, seed in (("a", None), ("b", 1)):
        house = House(tmp_path / name)
        house.folder.mkdir()
        memes = list(source)
        if seed is not None:
            random.Random(seed).shuffle(memes)
        write(house, "index_final.json", json.dumps(memes, ensure_ascii=False))
        house.ingest("load", house.data)
        house.dbt(
            "build", "--select", "+mer_bench_taxonomy_crosstab", "+mer_bench_emotion_pairs", "+mer_bench_taxonomy"
        )
        tables.append(house.query("from marts.mer_bench_taxonomy_crosstab order by all"))
        assert house.value("select sum(item_count) from marts.mer_bench_taxonomy_crosstab") == 3117
        pairs = dict(house.query("select pair, item_count from marts.mer_bench_emotion_pairs"))
        assert pairs == {"sad -> happy": 1026, "angry -> calm": 937, "tense -> relaxed": 1020, "bored -> excited": 134}
    assert tables[0] == tables[1]
    expected = Counter((m["visual_type"], m["sentiment_polarity"], m["layout_type"]) for m in source)
    assert {row[:3]: row[3] for row in tables[0]} == expected


def test_every_viescore_entry_is_one_judgement_landed_or_rejected(house):
    folder = real_data_folder() / "viescore"
    expected: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.json")):
        judge, task, model, metric = (*path.relative_to(folder).parts[:3], path.stem)
        for uid, entry in json.loads(path.read_text(encoding="utf-8")).items():
            # The first of two scores where the criterion has two; what is no single number is given as it is.
            score = entry["score"][0] if len(entry["score"]) == 1 else entry["score"]
            row = {
                "judge_id": judge,
                "system_id": model,
                "item_id": f"{task}/{uid}",
                "metric": metric,
                "raw_score": score,
            }
            write(house, f"{task}/{model}/{metric}/{uid}.json", json.dumps(row))
            expected["landed" if isinstance(score, int) else "score.wrong_type"] += 1
    assert sum(expected.values()) == 1968
    house.ingest("load", house.data, "--as", "judgements", "--benchmark", "viescore")
    assert house.value("select count(*) from raw.conformed__judgements") == expected["landed"]
    reasons = dict(house.query("select reason, count(*) from raw.rejects group by reason"))
    assert reasons == {k: v for k, v in expected.items() if k != "landed"}


FILES = {
    "expert_scores.csv": "expert_id,model,row_id,vgq,lc,ppe\n",
    "generations.csv": "model,row_id,status\n",
    "annotations.csv": "row_id,annotator_id,task,label\n",
    "filtering.csv": "meme_id,stage\n",
    "human_control.csv": "meme_id,outcome\n",
}


@pytest.mark.parametrize(
    ("name", "row", "reasons"),
    [
        ("expert_scores.csv", ",A,1.png,5,true,happy", {"rater.missing"}),
        ("expert_scores.csv", "e,A,1.png,6,true,happy", {"vgq.out_of_range"}),
        ("expert_scores.csv", "e,A,1.png,4.5,maybe,joyful", {"vgq.not_integer", "lc.wrong_type", "label.not_in_scale"}),
        ("generations.csv", "A,,ok", {"row_id.missing"}),
        ("generations.csv", "A,1.png,fine", {"status.not_in_scale"}),
        ("annotations.csv", "1.png,,source_emotion,sad", {"rater.missing"}),
        ("annotations.csv", "1.png,a,mood,sad", {"task.not_in_scale"}),
        ("annotations.csv", "1.png,a,target_verification,sad", {"label.not_in_scale"}),
        ("annotations.csv", "1.png,a,quality_control,", {"label.missing"}),
        ("filtering.csv", "m,unknown_stage", {"stage.not_in_scale"}),
        ("filtering.csv", ",quality", {"meme_id.missing"}),
        ("human_control.csv", "m,perhaps", {"outcome.not_in_scale"}),
    ],
)
def test_a_bad_row_is_rejected_with_its_reason(house, name, row, reasons):
    path = write(house, f"mer_bench/{name}", FILES[name] + row + "\n")
    house.ingest("load", path)
    assert {r for (r,) in house.query("select reason from raw.rejects")} == reasons
    assert house.query("select row_count, reject_count from raw.files") == [(0, 1)]


@pytest.mark.parametrize("name", FILES)
def test_a_missing_column_refuses_the_file(house, name):
    header = FILES[name].strip().split(",")
    path = write(
        house, f"mer_bench/{name}", ",".join(header[:1] + header[2:]) + "\n" + ",".join("x" * (len(header) - 1)) + "\n"
    )
    if name == "annotations.csv":
        # Without its rater column the file holds anonymous raters; its meme is required.
        path.write_text("annotator_id,task,label\na,source_emotion,sad\n")
    told = house.ingest("load", path, code=1)
    assert name in told.stderr
    assert "required column" in told.stderr


def test_a_corrupt_cache_is_refused_and_faulty_rows_are_rejected(house):
    broken = write(house, "broken.sqlite3", "SQLite format 3\0 but no more" * 50)
    assert "is no judge cache" in house.ingest("load", broken, code=1).stderr
    other = house.folder / "other.sqlite3"
    with sqlite3.connect(other) as connection:
        connection.execute("create table something (a int)")
    connection.close()
    assert "judge_cache" in house.ingest("load", other, code=1).stderr
    good = house.folder / "good.sqlite3"
    write_cache(
        good, [("key", reply(), 0, 1.0), ("", reply(), 0, 1.0), ("blob", b"\x00", 0, 1.0), ("flag", reply(), 7, 1.0)]
    )
    house.ingest("load", good)
    assert house.query("select cache_key, is_error, reason from raw.mer_bench__judge_cache") == [("key", False, None)]
    assert {r for (r,) in house.query("select reason from raw.rejects")} == {
        "cache_key.missing",
        "payload_json.wrong_type",
        "is_error.wrong_type",
    }
