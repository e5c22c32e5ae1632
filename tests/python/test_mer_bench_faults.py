"""Judge files as they come: worked examples, unknown items, runs that arrive twice, files without a row."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conftest import ROOT, House

EXAMPLES = json.loads((ROOT / "tests" / "fixtures" / "mer_bench" / "judge_examples.json").read_text(encoding="utf-8"))
RELEASED = {
    "vgq": "visual_generation_quality_1_5", "vea": "visual_emotion_accuracy_1_5", "tgq": "text_generation_quality_1_5",
    "tea": "text_emotion_accuracy_1_5", "lc": "layout_consistency_accuracy", "hgq": "overall_generation_quality_1_5",
    "ppe": "tgt_emotion_hit", "pes": "perceived_emotion_shift_1_5",
}  # fmt: skip
VALID = next(case["raw_response"] for case in EXAMPLES if case["case"] == "valid")
MAIN = "eval_outputs/n=22__runs=1__ra=first__im=last/model_view"


def record(item: str, judge: str, target: str = "happy", model: str = "A", run: int = 0) -> str:
    """Return a line of a per-run file with the judge's JSON text as it stands."""
    sample = json.dumps({"sample_id": f"{item}::{model}", "src_emotion": "sad", "tgt_emotion": target})
    return f'{{"run": {run}, "row_id": "{item}", "gen_id": "{item}", "model": "{model}", "out": {{"sample": {sample}, "judge": {judge}}}}}'


def as_released(text: str) -> str:
    """Return what the released code stores for a reply: the payload, or an error record with the text."""
    try:
        json.loads(text)
    except ValueError as error:
        return json.dumps({"error": f"json_parse_failed: {error}", "raw_text": text})
    return text


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> House:
    house = House(tmp_path_factory.mktemp("faults"))
    items = [f"{number}.png" for number in range(len(EXAMPLES))]
    files = {
        f"{MAIN}/A/0.jsonl": [
            record(item, as_released(case["raw_response"]), case["target"])
            for item, case in zip(items, EXAMPLES, strict=True)
        ],
        # Drawn with replacement: the same output twice in one run.
        f"{MAIN}/B/0.jsonl": [record("0.png", VALID, model="B")] * 2 + [record("nowhere.png", VALID, model="B")],
        f"second/{MAIN}/B/0.jsonl": [record("1.png", VALID, model="B")],
        f"{MAIN}/Silent/0.jsonl": [],
    }
    for name, lines in files.items():
        path = house.data / name
        path.parent.mkdir(parents=True)
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    memes = [{"id": item, "det_emo": "sad", "tgt_emo": "happy"} for item in items]
    (house.data / "index_final.json").write_text(json.dumps(memes), encoding="utf-8")
    house.told = house.ingest("load", house.data)  # type: ignore[attr-defined]
    house.build("mer_bench", data_tests=True)
    return house


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=[case["case"] for case in EXAMPLES])
def test_a_worked_example_has_its_fate_reason_flags_and_released_numbers(place, number):
    expected = EXAMPLES[number]["warehouse"]
    item = f"{number}.png"
    landed = place.query("select flags from marts.mer_bench_verdicts where system_id = 'A' and item_id = ?", item)
    reasons = place.query(
        """
        select distinct reason from raw.rejects
        where payload like '%' || ? || '%' or (path like '%/A/0.jsonl' and row_number = ?)
        """,
        f'"{item}"', number + 1,
    )  # fmt: skip
    if expected["fate"] == "accept":
        assert [set(filter(None, flags.split("|"))) for (flags,) in landed] == [set(expected["flags"])]
        assert reasons == []
    else:
        assert landed == []
        assert reasons == [(expected["reason"],)]
    official = EXAMPLES[number]["official"]
    columns = ", ".join(RELEASED)
    read: list[tuple[Any, ...]] = place.query(
        f"select {columns} from intermediate.int_mer_bench__readings where coercion = 'released' and system_id = 'A' and item_id = ?",
        item,
    )
    if official["dropped_from_means"]:
        assert read == []
    else:
        assert read == [tuple(official["metrics"][name] for name in RELEASED.values())]


def test_the_folder_name_tells_the_judge_configuration(place):
    assert place.query("select distinct configuration from marts.mer_bench_verdicts") == [("RF-VL",)]


def test_a_verdict_for_an_unknown_item_is_landed_and_excluded(place):
    assert place.query("select system_id, item_id, reason from marts.exclusions where reason = 'item.unknown'") == [
        ("B", "nowhere.png", "item.unknown")
    ]


def test_a_run_that_arrives_twice_is_told_and_counted_once(place):
    assert "arrives from two files" in place.told.stderr
    excluded = place.query("select item_id, detail from marts.exclusions where reason = 'run.duplicate'")
    assert len(excluded) == 1
    assert excluded[0][0] == "1.png"
    assert MAIN in excluded[0][1]


def test_an_output_drawn_twice_counts_twice_in_its_run_and_is_flagged(place):
    assert place.query(
        """
        select output_count, excluded_count from marts.mer_bench_scores
        where system_id = 'B' and run_source = 'recorded' and metric = 'vgq' and convention_id = 'released-strict-run'
        """
    ) == [(2, 1)]
    assert (
        place.value("select count(*) from marts.mer_bench_verdicts where system_id = 'B' and flags = 'duplicate_draw'")
        == 2
    )


def test_a_file_without_a_row_lists_its_system_with_zero_counts(place):
    assert place.query("from marts.waterfall where system_id = 'Silent'")[0][4:] == (len(EXAMPLES), 0, 0, 0, 0, 0)


def test_nothing_that_landed_is_lost(place):
    landed = place.value("select sum(row_count) from raw.files where table_name = 'verdicts'")
    used = place.value("select count(*) from marts.mer_bench_verdicts where is_scored")
    assert landed == used + place.value("select count(*) from marts.exclusions where stage = 'verdicts'")


@pytest.mark.parametrize(("gating", "vea"), [("keep", 5.0), ("exclude", None), ("cap", 2.0)])
def test_the_gating_option_keeps_excludes_or_caps(place, tmp_path, gating, vea):
    number = next(n for n, case in enumerate(EXAMPLES) if case["case"] == "target_gate_violation")
    other = House(tmp_path)
    (other.data / MAIN / "A").mkdir(parents=True)
    (other.data / MAIN / "A" / "0.jsonl").write_text(record("0.png", EXAMPLES[number]["raw_response"]) + "\n")
    other.ingest("load", other.data)
    other.build("mer_bench", mer_bench_gating=gating)
    found = other.query("select value_unit from marts.mer_bench_metrics where metric = 'vea'")
    assert found == ([] if vea is None else [((vea - 1) / 4,)])
    excluded = other.value("select count(*) from marts.exclusions where reason = 'target_gate_violation'")
    assert excluded == (1 if gating == "exclude" else 0)
    named = other.query(
        "select distinct convention_id from marts.mer_bench_scores where coercion = 'strict' and grain = 'run' order by 1"
    )
    tail = "" if gating == "keep" else f"-{gating}"
    assert named == [(f"paper-strict-run{tail}",), (f"released-strict-run{tail}",)]
    assert (
        other.value("select count(distinct convention_id) from marts.mer_bench_scores where coercion = 'released'") == 4
    )


def test_a_bare_verdict_without_a_target_is_excluded_and_never_a_miss(tmp_path):
    house = House(tmp_path)
    (house.data / "verdicts" / "RF-VF" / "A").mkdir(parents=True)
    (house.data / "verdicts" / "RF-VF" / "A" / "0.png.json").write_text(VALID)
    house.ingest("load", house.data)
    house.build("mer_bench")
    assert house.query("select is_scored from marts.mer_bench_verdicts") == [(False,)]
    assert house.query("select item_id, reason from marts.exclusions") == [("0.png", "target.unknown")]
    assert house.value("select count(*) from marts.mer_bench_scores where value_unit is not null") == 0
