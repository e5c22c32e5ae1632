"""Judge replies: what is accepted, every reason for a rejection, and the released reading beside it."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.benchmarks._mer_verdicts import (
    BATCH_LINES,
    LineReader,
    Outcome,
    configuration_of,
    read_verdicts,
)
from ingest.benchmarks.mer_bench import REJECTED_VERDICTS, VERDICTS
from ingest.errors import IngestError
from ingest.judge import Rejection, Released, Verdict, read_payload, read_reply, released_reading
from ingest.scales import build_scales, shipped_rows
from ingest.spec import Reject, Source

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = json.loads((ROOT / "tests/fixtures/mer_bench/judge_examples.json").read_text(encoding="utf-8"))
SCALES = build_scales(shipped_rows(ROOT / "seeds"), "seeds")
SCALE = SCALES["mer_bench_emotion"]
GROUPS = {"experiment": "table_2", "mode": "model_view", "model": "from_path", "run": "7"}
ACCEPTED_COLUMNS = [name for name, _ in VERDICTS.columns]
REJECTED_COLUMNS = [name for name, _ in REJECTED_VERDICTS.columns]
OFFICIAL_NAMES = {
    "vgq": "visual_generation_quality_1_5",
    "vea": "visual_emotion_accuracy_1_5",
    "tgq": "text_generation_quality_1_5",
    "tea": "text_emotion_accuracy_1_5",
    "lc": "layout_consistency_accuracy",
    "hgq": "overall_generation_quality_1_5",
    "ppe": "tgt_emotion_hit",
    "pes": "perceived_emotion_shift_1_5",
}


def payload(**changes: Any) -> dict[str, Any]:
    """A valid reply; `changes` are `block__field=value`, a block's value, or extra keys."""
    reply: dict[str, Any] = {
        "visual_assessment": {"rationale": "a", "generation_quality_1_5": 4, "emotion_accuracy_1_5": 5},
        "text_assessment": {"rationale": "b", "generation_quality_1_5": 3, "emotion_accuracy_1_5": 2},
        "layout_consistency": {"rationale": "c", "consistent": True},
        "overall_emotion_classification": {"rationale": "d", "label": "happy", "other_emotion": None},
        "perceived_emotion_shift": {"rationale": "e", "magnitude_1_5": 1},
        "overall_generation_quality": {"rationale": "f", "overall_generation_quality_1_5": 4},
    }
    for key, value in changes.items():
        block, _, name = key.partition("__")
        if name and block in reply:
            reply[block][name] = value
        else:
            reply[key] = value
    return reply


VALID = json.dumps(payload())
LABEL = "overall_emotion_classification__label"
OTHER_EMOTION = "overall_emotion_classification__other_emotion"
SHIFT = "perceived_emotion_shift__magnitude_1_5"


def reply_with(old: str, new: str) -> str:
    assert old in VALID
    return VALID.replace(old, new, 1)


def verdict(text: str) -> Verdict:
    result = read_reply(text, SCALE)
    assert isinstance(result, Verdict), result
    return result


def rejection(text: str, target: str | None = None) -> Rejection:
    result = read_reply(text, SCALE, target)
    assert isinstance(result, Rejection), result
    return result


def record(judge: Any = None, **changes: Any) -> dict[str, Any]:
    """One line of a per-run file, as the released code writes it."""
    line: dict[str, Any] = {
        "run": 0,
        "row_id": "12.png",
        "gen_id": "12.png",
        "model": "SD",
        "out": {
            "sample": {
                "sample_id": "12.png::SD",
                "src_image_path": "src/12.png",
                "gen_image_path": "gen/12.png",
                "src_emotion": "sad",
                "tgt_emotion": "happy",
                "src_caption_text": "t",
                "tgt_caption_text": "p",
                "edit_instruction": "s",
            },
            "judge": payload() if judge is None else judge,
        },
    }
    line.update(changes)
    return line


def source(path: Path = Path("0.jsonl"), groups: dict[str, str] = GROUPS) -> Source:
    return Source(path, "eval_outputs/table_2/model_view/from_path/7.jsonl", groups, SCALES)


def read_lines(tmp_path: Path, *lines: str | bytes, groups: dict[str, str] = GROUPS) -> Any:
    """Read lines from a file: (accepted rows as dicts, rejected rows as dicts, rejects, received)."""
    path = tmp_path / "0.jsonl"
    path.write_bytes(b"\n".join(x if isinstance(x, bytes) else x.encode() for x in lines))
    accepted, rejected, rejects, received = [], [], [], 0
    for batch in read_verdicts(VERDICTS, source(path, groups)):
        accepted += [dict(zip(ACCEPTED_COLUMNS, row, strict=True)) for row in batch.rows["verdicts"]]
        rejected += [dict(zip(REJECTED_COLUMNS, row, strict=True)) for row in batch.rows["rejected_verdicts"]]
        rejects += batch.rejects
        received += batch.received
    assert received == len(accepted) + len(rejected)
    assert {r.row_number for r in rejects} == {row["_row_number"] for row in rejected}
    return accepted, rejected, rejects, received


def one_accepted(tmp_path: Path, line: Any, groups: dict[str, str] = GROUPS) -> dict[str, Any]:
    text = line if isinstance(line, str) else json.dumps(line)
    accepted, rejected, _, _ = read_lines(tmp_path, text, groups=groups)
    assert not rejected, rejected
    return accepted[0]


def one_rejected(tmp_path: Path, line: Any) -> tuple[dict[str, Any], list[Reject]]:
    text = line if isinstance(line, str | bytes) else json.dumps(line)
    accepted, rejected, rejects, _ = read_lines(tmp_path, text)
    assert not accepted, accepted
    assert rejected[0]["reason"] == rejects[0].reason
    assert [r.payload is None for r in rejects] == [False] + [True] * (len(rejects) - 1)
    return rejected[0], rejects


# --- the worked examples ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e["case"])
def test_a_worked_example_ends_as_it_is_stated(example: dict[str, Any]) -> None:
    result = read_reply(example["raw_response"], SCALE, example["target"])
    stated = example["warehouse"]
    if isinstance(result, Rejection):
        assert (stated["fate"], stated["reason"]) == ("reject", result.reason)
        return
    flags = {
        "fenced": result.is_fenced,
        "wrapped": result.is_wrapped,
        "label_normalised": result.is_label_normalised,
        "extra_keys": result.has_extra_keys,
        "cache_hit": result.is_cache_hit,
        "target_gate_violation": result.ppe_label != example["target"] and max(result.vea, result.tea) > 2,
    }
    assert (stated["fate"], stated["flags"]) == ("accept", [name for name, is_set in flags.items() if is_set])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e["case"])
def test_the_released_reading_of_a_worked_example_is_what_the_released_code_gave(example: dict[str, Any]) -> None:
    result = read_reply(example["raw_response"], SCALE, example["target"])
    official = example["official"]["metrics"]
    if isinstance(result, Rejection):
        assert (result.released is None) == (official is None)
        assert result.released is None or named(result.released) == official
        return
    assert result.is_dropped_by_released == example["official"]["dropped_from_means"] == (official is None)
    if official is not None:
        is_hit = result.ppe_label == example["target"] and not result.is_label_normalised
        scores = (result.vgq, result.vea, result.tgq, result.tea, result.lc, result.hgq, is_hit, result.pes)
        assert named(Released(*map(float, scores))) == official


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e["case"])
def test_a_worked_example_ends_the_same_as_the_raw_text_of_an_error_record(
    example: dict[str, Any], tmp_path: Path
) -> None:
    judge = {"error": "json_parse_failed: x", "raw_text": example["raw_response"]}
    accepted, rejected, _, _ = read_lines(tmp_path, json.dumps(record(judge)))
    for row in accepted:
        assert example["warehouse"]["fate"] == "accept"
        assert row["is_dropped_by_released"]
    for row in rejected:
        assert row["reason"] == example["warehouse"]["reason"]
        assert row["is_dropped_by_released"]
        assert row["released_vgq"] is None


def named(released: Released) -> dict[str, float]:
    return {OFFICIAL_NAMES[name]: value for name, value in released._asdict().items()}


# --- one reply: the JSON ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\ufeff", "\u3000"])
def test_a_blank_reply_is_empty(text: str) -> None:
    assert rejection(text).reason == "json.empty"


@pytest.mark.parametrize("text", ["I cannot judge this.", "```json\n```", "]", "\x00", "[1, 2", "the {label} is happy"])
def test_a_reply_without_an_object_is_no_object(text: str) -> None:
    assert rejection(text).reason == "json.no_object"


@pytest.mark.parametrize(
    "text",
    [
        VALID + VALID,
        VALID + "\n" + VALID,
        f"Draft: {VALID} Final: {VALID}",
        f"```json\n{VALID}\n```\n```json\n{VALID}\n```",
        "{} " + VALID,
    ],
)
def test_two_objects_are_never_chosen_from(text: str) -> None:
    assert rejection(text).reason == "json.multiple_objects"


@pytest.mark.parametrize(
    "text",
    [
        VALID[:-1],
        VALID[:200],
        VALID[:-1] + ",}",
        VALID + ",",
        VALID + "}",
        "{" + VALID,
        VALID + "]",
        "{",
        "```json\n" + VALID[:-30] + "\n```",
        "Sure: " + VALID[:-2],
        VALID.replace("{", "{ // scores\n", 1),
        "// scores\n" + VALID,
        VALID + " /* done */",
        VALID.replace('"', "'"),
        VALID.replace('"a"', '"a\nb"'),
        VALID.replace('"a"', '"a\x00b"'),
        VALID.replace('"a"', r'"a\qb"'),
        VALID.replace(": 4", ": 04"),
        VALID.replace(": 4", ": +4"),
        VALID.replace(": 4", ": " + "9" * 5000),
        "Here: [" + VALID + ",",
        'He said "{" and then ' + VALID,
        '{"a":' * 300_000,
        "[" * 100_000 + "{" + "]" * 100_000,
        "x " + '{"a":' * 100_000 + "1" + "}" * 100_000,
    ],
    ids=range(25),
)
def test_broken_json_is_not_mended(text: str) -> None:
    assert rejection(text).reason == "json.parse_failed"


def test_nesting_beyond_the_limit_is_a_parse_failure_however_deep_the_caller_stands() -> None:
    deep = json.dumps(payload(extra=json.loads("[" * 450 + "]" * 450)))
    shallow = json.dumps(payload(extra=json.loads("[" * 300 + "]" * 300)))

    def under(frames: int, text: str) -> Verdict | Rejection:
        return under(frames - 1, text) if frames else read_reply(text, SCALE)

    for frames in (0, 200):
        result = under(frames, deep)
        assert isinstance(result, Rejection)
        assert result.reason == "json.parse_failed"
        assert isinstance(under(frames, shallow), Verdict)


@pytest.mark.parametrize(
    "text", ["[]", f"[{VALID}]", '"text"', "4", "null", "true", f"```\n[{VALID}]\n```", f"A: [{VALID}]"]
)
def test_a_root_that_is_no_object_is_named(text: str) -> None:
    assert rejection(text).reason == "schema.root_not_object"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1E999"])
def test_a_number_that_is_not_finite_is_found_wherever_it_stands(number: str) -> None:
    fault = rejection(reply_with('"magnitude_1_5": 1', f'"magnitude_1_5": {number}')).faults[0]
    assert (fault.field, fault.reason, fault.value) == (
        "perceived_emotion_shift.magnitude_1_5",
        "json.non_finite",
        number,
    )
    assert rejection(VALID[:-1] + f', "extra": [0, {{"x": {number}}}]}}').faults[0].field == "extra.1.x"


def test_a_repeated_key_is_a_fault_at_any_depth_even_with_equal_values() -> None:
    result = rejection(reply_with('"rationale": "b"', '"rationale": "b", "rationale": "b"'), "happy")
    assert [(f.field, f.reason) for f in result.faults] == [("text_assessment.rationale", "json.duplicate_key")]
    assert rejection(VALID[:-1] + ', "x": {"a": 1, "\\u0061": 1}}').reason == "json.duplicate_key"
    assert not result.is_json
    assert result.released == Released(4, 5, 3, 2, 1, 4, 1, 1)


def test_every_strictness_fault_is_told_in_document_order() -> None:
    text = reply_with('"rationale": "b"', '"rationale": "b", "rationale": "c"').replace(
        '"magnitude_1_5": 1', '"magnitude_1_5": NaN'
    )
    assert [f.reason for f in rejection(text).faults] == ["json.duplicate_key", "json.non_finite"]


# --- one reply: fences and prose -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "is_fenced", "is_wrapped"),
    [
        (VALID, False, False),
        (f" \n{VALID}\r\n", False, False),
        (f"```json\n{VALID}\n```", True, False),
        (f"```\n{VALID}\n```\n", True, False),
        (f"~~~JSON\n{VALID}\n~~~", True, False),
        (f"```json {VALID}```", True, False),
        (f"Here it is:\n```json\n{VALID}\n```\nDone.", True, True),
        (f"Here is my verdict: {VALID}", False, True),
        (f"{VALID}\n\nI hope this helps.", False, True),
        (f"Filling {{label}} and {{a, b}}: {VALID} as {{asked}}", False, True),
        (f'The "happy" label fits.\n{VALID}', False, True),
        (f"```json\n{VALID}", False, True),
        (f"**{VALID}**", False, True),
    ],
)
def test_one_object_in_a_fence_or_in_prose_is_accepted_and_flagged(
    text: str, is_fenced: bool, is_wrapped: bool
) -> None:
    result = verdict(text)
    assert (result.is_fenced, result.is_wrapped) == (is_fenced, is_wrapped)
    assert result.is_dropped_by_released == (is_fenced or is_wrapped)


def test_braces_and_fences_inside_strings_mean_nothing() -> None:
    inner = json.dumps(payload(visual_assessment__rationale='a } { "x": ``` \\ {"y": 1}'))
    assert not verdict(inner).is_wrapped
    assert verdict(f"So: {inner} .").is_wrapped


def test_a_wrapped_reply_is_held_to_the_same_schema() -> None:
    result = rejection("```json\n" + json.dumps(payload(**{SHIFT: 9})) + "\n```", "happy")
    assert (result.reason, result.is_json, result.released) == ("score.out_of_range", True, None)
    assert rejection("So: " + VALID.replace('"magnitude_1_5": 1', '"magnitude_1_5": NaN')).reason == "json.non_finite"


def test_a_byte_order_mark_is_no_fault_but_stops_the_released_code() -> None:
    result = verdict("\ufeff" + VALID)
    assert (result.is_wrapped, result.is_dropped_by_released) == (False, True)


# --- one reply: the schema -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("4", "score.wrong_type"),
        (True, "score.wrong_type"),
        (None, "score.wrong_type"),
        ([4], "score.wrong_type"),
        (3.5, "score.not_integer"),
        (7.5, "score.not_integer"),
        (0, "score.out_of_range"),
        (6, "score.out_of_range"),
        (-0.0, "score.out_of_range"),
        (10**30, "score.out_of_range"),
        (1e300, "score.out_of_range"),
    ],
)
def test_a_score_that_is_no_integer_from_1_to_5_names_its_fault(value: Any, reason: str) -> None:
    fault = rejection(json.dumps(payload(**{SHIFT: value}))).faults[0]
    assert (fault.field, fault.reason) == ("perceived_emotion_shift.magnitude_1_5", reason)


def test_an_integral_float_is_the_integer() -> None:
    result = verdict(json.dumps(payload(**{SHIFT: 5.0})))
    assert (result.pes, type(result.pes)) == (5, int)


@pytest.mark.parametrize("value", ["true", 1, 0, None])
def test_a_layout_that_is_no_boolean_is_rejected(value: Any) -> None:
    assert rejection(json.dumps(payload(layout_consistency__consistent=value))).reason == "layout.wrong_type"


@pytest.mark.parametrize(
    ("raw", "label"),
    [("Happy ", "happy"), ("ＨＡＰＰＹ", "happy"), ("快乐", "happy"), ("\u3000sad", "sad")],
)
def test_a_label_is_read_through_the_scale_and_flagged(raw: str, label: str) -> None:
    result = verdict(json.dumps(payload(**{LABEL: raw})))
    assert (result.ppe_label, result.is_label_normalised) == (label, True)


@pytest.mark.parametrize("raw", ["joyful", "", "happy\u200b", None, 3, "\ud800"])
def test_a_label_outside_the_nine_is_rejected(raw: Any) -> None:
    fault = rejection(json.dumps(payload(**{LABEL: raw}))).faults[0]
    assert (fault.field, fault.reason) == ("overall_emotion_classification.label", "label.not_in_scale")
    assert fault.value is None or fault.value.encode("utf-8") is not None


@pytest.mark.parametrize(
    ("label", "other_emotion", "reason"),
    [
        ("other", None, "post_validation.other_emotion_missing"),
        ("other", " ", "post_validation.other_emotion_missing"),
        ("Other", 3, "post_validation.other_emotion_missing"),
        ("happy", "proud", "post_validation.other_emotion_not_null"),
        ("happy", False, "post_validation.other_emotion_not_null"),
        ("other", "\ud800", "encoding.invalid"),
        ("other", "proud", None),
        ("happy", " ", None),
    ],
)
def test_the_other_emotion_stands_exactly_beside_the_label_other(
    label: str, other_emotion: Any, reason: str | None
) -> None:
    result = read_reply(json.dumps(payload(**{LABEL: label, OTHER_EMOTION: other_emotion})), SCALE)
    if isinstance(result, Rejection):
        assert result.reason == reason
    else:
        assert reason is None
        assert result.other_emotion == (other_emotion if label == "other" else None)


@pytest.mark.parametrize(
    ("block", "name"), [(block, name) for block, members in payload().items() for name in (None, *members)]
)
def test_a_missing_block_or_field_is_one_fault_with_its_path(block: str, name: str | None) -> None:
    reply = payload()
    if name is None:
        del reply[block]
    else:
        del reply[block][name]
    path = block if name is None else f"{block}.{name}"
    assert [(f.field, f.reason) for f in rejection(json.dumps(reply)).faults] == [(path, "schema.missing_field")]


@pytest.mark.parametrize("value", [None, 3, "x", []])
def test_a_block_that_is_no_object_and_a_rationale_that_is_no_text_have_the_wrong_type(value: Any) -> None:
    assert rejection(json.dumps(payload(text_assessment=value))).reason == "schema.wrong_type"
    if not isinstance(value, str):
        assert rejection(json.dumps(payload(text_assessment__rationale=value))).reason == "schema.wrong_type"


def test_all_faults_are_told_and_the_first_of_the_schema_is_the_reason() -> None:
    reply = payload(**{SHIFT: 9, LABEL: "joyful", "layout_consistency__consistent": "yes"})
    del reply["overall_generation_quality"]
    shuffled = json.dumps(dict(reversed(reply.items())))
    result = rejection(shuffled)
    assert [f.reason for f in result.faults] == [
        "layout.wrong_type",
        "label.not_in_scale",
        "score.out_of_range",
        "schema.missing_field",
    ]
    assert result.reason == "layout.wrong_type"


def test_extra_keys_are_flagged_in_the_payload_and_in_a_block() -> None:
    assert verdict(json.dumps(payload(confidence=0.9))).has_extra_keys
    assert verdict(json.dumps(payload(text_assessment__note="x"))).has_extra_keys
    assert not verdict(json.dumps(payload(_post_validation_errors=[]))).has_extra_keys


@pytest.mark.parametrize("key", ["_cache_key", "_cached_is_error"])
def test_what_the_pipeline_adds_marks_a_cache_hit_and_is_no_extra_key(key: str) -> None:
    result = verdict(json.dumps(payload(**{key: None})))
    assert (result.is_cache_hit, result.has_extra_keys) == (True, False)


def test_a_key_named_error_beside_six_valid_blocks_is_accepted_but_dropped_by_the_released_code() -> None:
    result = verdict(json.dumps(payload(error=None)))
    assert (result.has_extra_keys, result.is_dropped_by_released) == (True, True)
    beside_blocks = payload(error="x")
    del beside_blocks["text_assessment"]
    assert rejection(json.dumps(beside_blocks)).reason == "schema.missing_field"


# --- error records ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("json_parse_failed: Expecting value", "json.parse_failed"),
        ("request_failed: RuntimeError: boom", "judge.request_failed"),
        ("request_failed_unknown: x", "judge.request_failed"),
        ("sample_exception: KeyError", "judge.sample_exception"),
        ("quota", "judge.request_failed"),
        (None, "judge.request_failed"),
        ({"code": 500}, "judge.request_failed"),
    ],
)
@pytest.mark.parametrize("extra", [{}, {"raw_text": None}, {"_cache_key": "k"}])
def test_an_error_without_a_text_is_decided_by_its_prefix(
    error: Any, reason: str, extra: dict[str, Any], tmp_path: Path
) -> None:
    row, rejects = one_rejected(tmp_path, record({"error": error, **extra}))
    assert row["reason"] == reason
    assert (row["is_json"], row["is_error_record"], row["is_dropped_by_released"]) == (True, True, True)
    assert row["released_pes"] is None
    assert row["cache_key"] == extra.get("_cache_key")
    assert rejects[0].field == "error"


def test_an_error_with_a_text_is_judged_by_the_text(tmp_path: Path) -> None:
    row = one_accepted(
        tmp_path, record({"error": "json_parse_failed", "raw_text": f"```\n{VALID}\n```", "_cache_key": "k"})
    )
    assert (row["is_fenced"], row["is_dropped_by_released"], row["is_cache_hit"]) == (True, True, True)
    assert (row["has_extra_keys"], row["cache_key"]) == (False, "k")
    row, _ = one_rejected(tmp_path, record({"error": "request_failed", "raw_text": ""}))
    assert (row["reason"], row["is_json"], row["is_error_record"]) == ("json.empty", False, False)
    row, _ = one_rejected(
        tmp_path, record({"error": "json_parse_failed", "raw_text": json.dumps(payload(**{SHIFT: 6}))})
    )
    assert (row["reason"], row["is_json"], row["is_error_record"]) == ("score.out_of_range", True, False)


# --- the released reading --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "score"),
    [
        (4, 4.0),
        (3.5, 3.5),
        (True, 1.0),
        (False, 0.0),
        ("4", 0.0),
        (None, 0.0),
        (0, 0.0),
        (6, 0.0),
        (5.01, 0.0),
        ([], 0.0),
    ],
)
def test_the_released_code_scores_what_it_cannot_use_as_0(value: Any, score: float) -> None:
    reading = released_reading(payload(**{SHIFT: value}), "happy")
    assert reading is not None
    assert reading.pes == score


def test_the_released_code_compares_label_and_target_letter_by_letter() -> None:
    def ppe(label: Any, target: str | None) -> float:
        reading = released_reading(payload(**{LABEL: label}), target)
        assert reading is not None
        return reading.ppe

    assert [ppe("happy", "happy"), ppe("Happy", "happy"), ppe("joyful", "joyful"), ppe(None, None)] == [1, 0, 1, 0]


def test_the_released_code_reads_nan_and_keeps_the_last_of_repeated_keys() -> None:
    text = reply_with('"magnitude_1_5": 1', '"magnitude_1_5": NaN, "magnitude_1_5": 2')
    assert rejection(text, "happy").released == Released(4, 5, 3, 2, 1, 4, 1, 2)
    assert rejection(reply_with('"magnitude_1_5": 1', '"magnitude_1_5": -Infinity')).released == Released(
        4, 5, 3, 2, 1, 4, 0, 0
    )


@pytest.mark.parametrize("dropped", [None, [], "text", 3, {"error": None}, payload(error=None)])
def test_the_released_code_drops_what_is_no_object_or_has_an_error(dropped: Any) -> None:
    assert released_reading(dropped, "happy") is None


def test_blocks_of_another_shape_score_0_in_the_released_reading() -> None:
    assert released_reading({"visual_assessment": [], "layout_consistency": "x"}, None) == Released(*[0.0] * 8)


# --- lines -----------------------------------------------------------------------------------------------------------


def test_a_regular_line_gives_the_row_column_by_column(tmp_path: Path) -> None:
    line = record(payload(_cache_key="abc", _cached_is_error=False))
    row = one_accepted(tmp_path, line)
    assert row == {
        "configuration": "unknown",
        "experiment": "table_2",
        "mode": "model_view",
        "model": "SD",
        "run": 0,
        "row_id": "12.png",
        "gen_id": "12.png",
        "src_emotion": "sad",
        "tgt_emotion": "happy",
        "cache_key": "abc",
        "vgq": 4,
        "vea": 5,
        "tgq": 3,
        "tea": 2,
        "lc": True,
        "hgq": 4,
        "ppe_label": "happy",
        "other_emotion": None,
        "pes": 1,
        "is_fenced": False,
        "is_wrapped": False,
        "is_label_normalised": False,
        "has_extra_keys": False,
        "is_cache_hit": True,
        "is_dropped_by_released": False,
        "_row_number": 1,
        "_payload": json.dumps(line),
    }


def test_a_rejected_line_keeps_its_envelope_and_the_released_numbers(tmp_path: Path) -> None:
    line = record(payload(**{SHIFT: 3.5}), run=2, gen_id=None)
    row, rejects = one_rejected(tmp_path, line)
    assert row == {
        "configuration": "unknown",
        "experiment": "table_2",
        "mode": "model_view",
        "model": "SD",
        "run": 2,
        "row_id": "12.png",
        "gen_id": None,
        "src_emotion": "sad",
        "tgt_emotion": "happy",
        "cache_key": None,
        "reason": "score.not_integer",
        "is_json": True,
        "is_error_record": False,
        "is_dropped_by_released": False,
        "released_vgq": 4.0,
        "released_vea": 5.0,
        "released_tgq": 3.0,
        "released_tea": 2.0,
        "released_lc": 1.0,
        "released_hgq": 4.0,
        "released_ppe": 1.0,
        "released_pes": 3.5,
        "_row_number": 1,
        "_payload": json.dumps(line),
    }
    path = "perceived_emotion_shift.magnitude_1_5"
    assert rejects == [Reject(1, path, "score.not_integer", "3.5", json.dumps(line))]


def test_what_the_line_does_not_say_comes_from_the_path(tmp_path: Path) -> None:
    line = record()
    del line["run"], line["model"], line["gen_id"], line["out"]["sample"]
    row = one_accepted(tmp_path, line, groups={**GROUPS, "configuration": "RL-VL"})
    assert (row["model"], row["run"], row["configuration"]) == ("from_path", 7, "RL-VL")
    assert (row["gen_id"], row["src_emotion"], row["tgt_emotion"]) == (None, None, None)


@pytest.mark.parametrize(
    ("experiment", "configuration"),
    [
        ("FLUX._n=100_seed=42_ra=first_im=first", "RF-VF"),
        ("x__im=last__ra=first", "RF-VL"),
        ("ra=last,im=first", "RL-VF"),
        ("ra=last im=last", "RL-VL"),
        ("table_2", "unknown"),
        ("x_ra=first", "unknown"),
        ("x_ra=first_ra=last_im=first", "unknown"),
        ("extra=first_im=first", "unknown"),
        ("ra=firstly_im=first", "unknown"),
    ],
)
def test_the_configuration_is_read_from_the_experiments_name(experiment: str, configuration: str) -> None:
    assert configuration_of(experiment) == configuration


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"row_id": 12}, "row_id", "id.wrong_type"),
        ({"row_id": None}, "row_id", "row_id.missing"),
        ({"row_id": "  "}, "row_id", "row_id.missing"),
        ({"row_id": "\ud800"}, "row_id", "encoding.invalid"),
        ({"gen_id": 12}, "gen_id", "id.wrong_type"),
        ({"model": 5}, "model", "id.wrong_type"),
        ({"run": "0"}, "run", "run.wrong_type"),
        ({"run": True}, "run", "run.wrong_type"),
        ({"run": 2**63}, "run", "run.out_of_range"),
    ],
)
def test_an_envelope_value_of_the_wrong_kind_rejects_the_row(
    changes: dict[str, Any], field: str, reason: str, tmp_path: Path
) -> None:
    row, rejects = one_rejected(tmp_path, record(**changes))
    assert [(r.field, r.reason) for r in rejects] == [(field, reason)]
    assert (row["is_json"], row["is_dropped_by_released"], row["released_vgq"]) == (True, False, 4.0)


@pytest.mark.parametrize(
    ("line", "field", "reason"),
    [
        (record(out=None), "out", "schema.missing_field"),
        ({"row_id": "a", "model": "m"}, "out", "schema.missing_field"),
        (record(out=3), "out", "schema.wrong_type"),
        (record(out={"sample": {}}), "out.judge", "schema.missing_field"),
        (record(out={"judge": None}), "out.judge", "schema.missing_field"),
        (record(out={"judge": payload(), "sample": []}), "out.sample", "schema.wrong_type"),
        (record([payload()]), None, "schema.root_not_object"),
        (record(False), None, "schema.root_not_object"),
    ],
)
def test_a_line_without_its_layers_names_the_one_that_is_missing(
    line: Any, field: str | None, reason: str, tmp_path: Path
) -> None:
    _, rejects = one_rejected(tmp_path, line)
    assert [(r.field, r.reason) for r in rejects] == [(field, reason)]


def test_a_payload_that_is_text_is_read_as_the_reply(tmp_path: Path) -> None:
    row = one_accepted(tmp_path, record(f"My verdict: {VALID}"))
    assert (row["is_wrapped"], row["is_dropped_by_released"]) == (True, True)
    assert one_accepted(tmp_path, record(VALID))["is_dropped_by_released"]
    row, _ = one_rejected(tmp_path, record("no"))
    assert (row["reason"], row["is_dropped_by_released"]) == ("json.no_object", True)


def test_a_repeated_key_anywhere_in_the_line_rejects_it(tmp_path: Path) -> None:
    text = json.dumps(record())
    for old, path in (
        ('"run": 0', "run"),
        ('"src_emotion": "sad"', "out.sample.src_emotion"),
        ('"rationale": "f"', "overall_generation_quality.rationale"),
    ):
        row, rejects = one_rejected(tmp_path, text.replace(old, f"{old}, {old}"))
        assert [(r.field, r.reason) for r in rejects] == [(path, "json.duplicate_key")]
        assert (row["is_json"], row["row_id"], row["released_vgq"]) == (False, "12.png", 4.0)


def test_blank_lines_are_not_received_and_a_truncated_last_line_costs_one_row(tmp_path: Path) -> None:
    text = json.dumps(record())
    accepted, rejected, rejects, received = read_lines(tmp_path, text, "", " \t", "\u3000", text + "\r", text[:-40])
    assert [row["_row_number"] for row in accepted] == [1, 5]
    assert received == 3
    assert rejects[0].reason == "json.parse_failed"
    assert rejected[0] | {"_payload": None} == dict.fromkeys(REJECTED_COLUMNS) | {
        "configuration": "unknown",
        "experiment": "table_2",
        "mode": "model_view",
        "model": "from_path",
        "run": 7,
        "reason": "json.parse_failed",
        "is_json": False,
        "is_error_record": False,
        "is_dropped_by_released": True,
        "_row_number": 6,
    }
    assert [row["_payload"] for row in (*accepted, *rejected)] == [text, text, text[:-40]]


@pytest.mark.parametrize("line", ["[1]", "3", '"text"', "null"])
def test_a_line_that_is_no_object_is_rejected(line: str, tmp_path: Path) -> None:
    assert one_rejected(tmp_path, line)[0]["reason"] == "schema.root_not_object"


def test_bytes_that_are_no_text_are_kept_readable(tmp_path: Path) -> None:
    row, rejects = one_rejected(tmp_path, json.dumps(record()).encode().replace(b'"f"', b'"\xff"'))
    assert row["reason"] == rejects[0].reason == "encoding.invalid"
    assert '"\\xff"' in row["_payload"]
    with pytest.raises(IngestError, match="UTF-16"):
        read_lines(tmp_path, json.dumps(record()).encode("utf-16"))


def test_a_byte_order_mark_before_the_first_line_is_skipped_and_elsewhere_is_not(tmp_path: Path) -> None:
    text = json.dumps(record())
    accepted, rejected, _, _ = read_lines(tmp_path, "\ufeff" + text, "\ufeff" + text)
    assert ([row["_payload"] for row in accepted], rejected[0]["reason"]) == ([text], "json.parse_failed")


def test_a_half_character_in_a_rationale_is_harmless(tmp_path: Path) -> None:
    assert one_accepted(tmp_path, record(payload(visual_assessment__rationale="\ud83d")))["vgq"] == 4


@pytest.mark.parametrize("compress", [bytes, gzip.compress, zstandard.ZstdCompressor().compress])
def test_files_are_read_in_batches_compressed_or_not(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    line = json.dumps(record()).encode() + b"\n"
    ending = {bytes: "", gzip.compress: ".gz"}.get(compress, ".zst")
    path = tmp_path / f"0.jsonl{ending}"
    path.write_bytes(compress(line * (BATCH_LINES + 10)))
    batches = list(read_verdicts(VERDICTS, source(path)))
    assert [batch.received for batch in batches] == [BATCH_LINES, 10]
    assert batches[1].rows["verdicts"][-1][-2:] == (BATCH_LINES + 10, line.decode().strip())


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "0.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(record()).encode() * 100)[:-20])
    with pytest.raises(IngestError, match="damaged"):
        list(read_verdicts(VERDICTS, source(path)))


# --- the two ways ----------------------------------------------------------------------------------------------------

READER = LineReader(VERDICTS, source())

texts = st.text(alphabet=st.sampled_from('ab {}[]:,"\\/\n\t\u00e9\u6012\U0001f600'), max_size=8)
scores = st.one_of(st.integers(1, 5), st.sampled_from([0, 6, 5.0, 3.5, True, "4", None, 10**25]))
mostly = st.integers(0, 19)


def usually(usual: st.SearchStrategy[Any], rarely: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return mostly.flatmap(lambda n: usual if n else rarely)


score = usually(st.integers(1, 5), scores)
regular_labels = st.sampled_from(SCALE.labels)
labels = usually(regular_labels, st.sampled_from(["Happy ", "joyful", "快乐", "", None, 3]))
costs = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=6,
)


@st.composite
def records(draw: Callable[[st.SearchStrategy[Any]], Any], is_regular: bool = False) -> dict[str, Any]:
    """A record with random texts; a regular one is in the released layout, with a valid reply."""
    s = st.integers(1, 5) if is_regular else score
    label = draw(regular_labels if is_regular else labels)
    named_other = texts.filter(lambda t: bool(t.strip()))
    if is_regular or draw(mostly):
        other_emotion = draw(named_other) if label == "other" else draw(st.sampled_from([None, None, " "]))
        other_emotion = None if is_regular and label != "other" else other_emotion
    else:
        other_emotion = draw(st.one_of(st.none(), texts))
    judge: dict[str, Any] = {
        "visual_assessment": {
            "rationale": draw(texts),
            "generation_quality_1_5": draw(s),
            "emotion_accuracy_1_5": draw(s),
        },
        "text_assessment": {
            "rationale": draw(texts),
            "generation_quality_1_5": draw(s),
            "emotion_accuracy_1_5": draw(s),
        },
        "layout_consistency": {"rationale": draw(texts), "consistent": draw(st.booleans())},
        "overall_emotion_classification": {"rationale": draw(texts), "label": label, "other_emotion": other_emotion},
        "perceived_emotion_shift": {"rationale": draw(texts), "magnitude_1_5": draw(s)},
        "overall_generation_quality": {"rationale": draw(texts), "overall_generation_quality_1_5": draw(s)},
    }
    for key, values in (
        ("_cache_key", texts),
        ("_cached_is_error", st.sampled_from([True, False, 0, 1])),
        ("_post_validation_errors", st.lists(texts, max_size=2)),
    ):
        if draw(st.booleans()):
            judge[key] = draw(values)
    line = record(judge, row_id="x" + draw(texts), run=draw(st.integers(0, 2**63 - 1)))
    line["gen_id"] = draw(texts if is_regular else st.one_of(st.none(), texts))
    line["out"]["sample"]["tgt_emotion"] = draw(texts)
    line["out"]["sample"]["edit_instruction"] = draw(st.one_of(st.none(), texts))
    if draw(st.booleans()):
        line["out"]["cost"] = draw(costs)
    return line


def dumped(draw: Callable[[st.SearchStrategy[Any]], Any], value: Any, may_repeat: bool) -> str:
    """JSON text of a value, in which any object may have a key twice."""
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=draw(st.booleans()))
    members = [(key, dumped(draw, item, may_repeat)) for key, item in value.items()]
    if may_repeat and members and draw(st.integers(0, 7)) == 0:
        key, text = draw(st.sampled_from(members))
        other = draw(st.sampled_from([text, "null", "1", '""', '"x"', r'"\""', "{}"]))
        members.insert(draw(st.integers(0, len(members))), (key, other))
    return "{" + ", ".join(f"{json.dumps(key)}: {text}" for key, text in members) + "}"


PIECES = [
    *(b'"', b"\\", b'\\"', b"\\\\", b"\\u0022", b"\\ud800", b'""', b'"run": 1, ', b"//", b"[", b"]", b"{", b"}"),
    *(b",", b":", b" ", b"\t", b"\x00", b"\x0c", b"\xff", b"\xef\xbb\xbf"),
    *(b"0", b"1", b".0", b"e0", b"-", b"1e400", b"NaN", b"null", b"true"),
]


@st.composite
def lines(draw: Callable[[st.SearchStrategy[Any]], Any]) -> bytes:
    """A line of bytes: a random record as text, with some bytes cut out and some put in."""
    line = dumped(draw, draw(records()), may_repeat=draw(st.booleans())).encode()
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2, 3]))):
        start = draw(st.integers(0, len(line)))
        cut = draw(st.sampled_from([0, 0, 1, 2, 8]))
        line = line[:start] + draw(st.sampled_from([b"", *PIECES])) + line[start + cut :]
    return line + draw(st.sampled_from([b"", b"\n", b"\r\n", b" \n"]))


def assert_both_ways_agree(line: bytes, number: int) -> bool:
    row = READER.regular(line, number)
    if row is not None:
        assert READER.careful(line, number) == Outcome(row, [])
    return row is not None


@settings(max_examples=1500)
@given(lines(), st.integers(1, 2))
def test_the_regular_way_never_takes_a_line_that_the_careful_way_reads_otherwise(line: bytes, number: int) -> None:
    assert_both_ways_agree(line, number)


@settings(max_examples=300)
@given(st.data())
def test_every_line_in_the_released_layout_goes_the_regular_way(data: st.DataObject) -> None:
    line = dumped(data.draw, data.draw(records(is_regular=True)), may_repeat=False).encode()
    assert assert_both_ways_agree(line, 1)


@pytest.mark.parametrize(
    "changes",
    [
        {LABEL: "other", OTHER_EMOTION: " "},
        {LABEL: "other"},
        {OTHER_EMOTION: "proud"},
        {OTHER_EMOTION: ""},
        {LABEL: "Happy"},
        {SHIFT: 6},
        {SHIFT: 5.0},
        {"error": None},
        {"text_assessment__note": ""},
    ],
)
def test_a_line_that_is_regular_but_for_one_value_goes_the_careful_way(changes: dict[str, Any]) -> None:
    assert not assert_both_ways_agree(json.dumps(record(payload(**changes))).encode(), 1)


@pytest.mark.parametrize("changes", [{"row_id": " "}, {"row_id": "\u3000"}, {"model": ""}, {"run": -1}, {"run": 2**63}])
def test_an_envelope_that_is_not_plain_goes_the_careful_way(changes: dict[str, Any]) -> None:
    assert not assert_both_ways_agree(json.dumps(record(**changes)).encode(), 1)


def test_no_single_change_of_a_byte_makes_the_two_ways_differ() -> None:
    judge = payload(**{LABEL: "other", OTHER_EMOTION: 'a"b', "_cache_key": "\\k", "_post_validation_errors": ["e"]})
    line = json.dumps(record(judge)).encode()
    taken = 0
    for position in range(len(line)):
        for piece in (b"", b'"', b"\\", b"0", b"5", b"}", b" ", b"\n"):
            taken += assert_both_ways_agree(line[:position] + piece + line[position + 1 :], 1)
    assert taken > 500


def test_reading_a_payload_does_not_change_it() -> None:
    original = payload(_cache_key="k")
    kept = copy.deepcopy(original)
    assert isinstance(read_payload(original, SCALE), Verdict)
    assert original == kept


@settings(max_examples=300)
@given(st.text(alphabet='{}[]",:`/ \n1aé\\', max_size=40))
def test_any_text_is_a_verdict_or_a_rejection(text: str) -> None:
    for reply in (text, text + VALID, VALID + text, f"```\n{text}{VALID}\n```"):
        result = read_reply(reply, SCALE)
        assert isinstance(result, Verdict | Rejection)
        if isinstance(result, Rejection):
            assert result.reason.split(".")[0] in {"json", "schema"}
