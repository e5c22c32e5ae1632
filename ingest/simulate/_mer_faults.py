"""Faulty and flagged judge replies of MER-Bench: how a valid payload is changed, and what the change earns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ingest.simulate.common import as_json

Change = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True)
class Plant:
    """A change of a valid payload: the reason code that rejects it, or the flag that it keeps.

    The released code asks again for an answer that `is_error` in its cache; every other answer is served again.
    """

    change: Change
    reason: str | None = None
    flag: str | None = None
    is_error: bool = False


def _set(block: str, **values: Any) -> Change:
    return lambda judge: {**judge, block: {**judge[block], **values}}


def _without(block: str, name: str | None = None) -> Change:
    def change(judge: dict[str, Any]) -> dict[str, Any]:
        if name is None:
            return {key: value for key, value in judge.items() if key != block}
        return {**judge, block: {key: value for key, value in judge[block].items() if key != name}}

    return change


def _as_text(pack: Callable[[str], str]) -> Change:
    """An error record as the released code writes it when its plain JSON parser failed on the reply."""
    return lambda judge: {"error": "json_parse_failed: JSONDecodeError", "raw_text": pack(as_json(judge))}


def _refused_by_post_validation(label: str | None, other_emotion: str | None, message: str) -> Change:
    def change(judge: dict[str, Any]) -> dict[str, Any]:
        block = judge["overall_emotion_classification"]
        # A label of its own is replaced, because `other` may name an emotion.
        named = label or ("calm" if block["label"] == "other" else block["label"])
        return {
            **judge,
            "overall_emotion_classification": {**block, "label": named, "other_emotion": other_emotion},
            "_post_validation_errors": [f"overall_emotion_classification.other_emotion {message}"],
        }

    return change


def _violate_gate(judge: dict[str, Any]) -> dict[str, Any]:
    emotion = judge["overall_emotion_classification"]
    # Every target is a positive or a quiet emotion, so an angry label never hits.
    return {
        **judge,
        "visual_assessment": {**judge["visual_assessment"], "emotion_accuracy_1_5": 5},
        "overall_emotion_classification": {**emotion, "label": "angry", "other_emotion": None},
    }


def _respell(judge: dict[str, Any]) -> dict[str, Any]:
    emotion = judge["overall_emotion_classification"]
    return {**judge, "overall_emotion_classification": {**emotion, "label": f" {emotion['label'].title()} "}}


def _text_fault(reason: str, pack: Callable[[str], str]) -> Plant:
    return Plant(_as_text(pack), reason=reason, is_error=True)


def _fault(reason: str, change: Change) -> Plant:
    return Plant(change, reason=reason)


#: Every reason code of a reply, some in two ways.
FAULTS: tuple[Plant, ...] = (
    _text_fault("json.empty", lambda text: ""),
    _text_fault("json.no_object", lambda text: "I cannot judge this image."),
    _text_fault("json.multiple_objects", lambda text: f"{text}\n{text}"),
    _text_fault("json.parse_failed", lambda text: text[: len(text) // 2]),
    _text_fault("json.duplicate_key", lambda text: text[:-1] + ', "text_assessment": {}}'),
    _text_fault("json.non_finite", lambda text: text.replace('"magnitude_1_5": ', '"magnitude_1_5": NaN, "was": ')),
    _text_fault("schema.root_not_object", lambda text: f"[{text}]"),
    _fault("schema.missing_field", _without("text_assessment")),
    _fault("schema.missing_field", _without("visual_assessment", "rationale")),
    _fault("score.wrong_type", _set("visual_assessment", generation_quality_1_5="4")),
    _fault("score.wrong_type", _set("text_assessment", generation_quality_1_5=True)),
    _fault("score.not_integer", _set("perceived_emotion_shift", magnitude_1_5=3.5)),
    _fault("score.out_of_range", _set("perceived_emotion_shift", magnitude_1_5=0)),
    _fault("score.out_of_range", _set("overall_generation_quality", overall_generation_quality_1_5=6)),
    _fault("layout.wrong_type", _set("layout_consistency", consistent="true")),
    _fault("label.not_in_scale", _set("overall_emotion_classification", label="joyful")),
    Plant(
        _refused_by_post_validation("other", None, "must be a non-empty string when label=='other'"),
        reason="post_validation.other_emotion_missing",
        is_error=True,
    ),
    Plant(
        _refused_by_post_validation(None, "proud", "must be null when label!='other'"),
        reason="post_validation.other_emotion_not_null",
        is_error=True,
    ),
    Plant(
        lambda judge: {"error": "request_failed: TimeoutError: no answer"},
        reason="judge.request_failed",
        is_error=True,
    ),
    Plant(
        lambda judge: {"error": "sample_exception: FileNotFoundError"}, reason="judge.sample_exception", is_error=True
    ),
)
#: Every flag that a changed payload earns.
FLAGS: tuple[Plant, ...] = (
    Plant(_violate_gate, flag="target_gate_violation"),
    Plant(_respell, flag="label_normalised"),
    Plant(lambda judge: {**judge, "confidence": 0.9}, flag="extra_keys"),
    Plant(lambda judge: {**judge, "error": None}, flag="extra_keys", is_error=True),
    Plant(_as_text(lambda text: f"```json\n{text}\n```"), flag="fenced", is_error=True),
    Plant(_as_text(lambda text: f"Here is my assessment: {text} I hope it helps."), flag="wrapped", is_error=True),
)
