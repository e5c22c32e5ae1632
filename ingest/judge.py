"""One judge reply, read strictly: a verdict, or the reasons why it is none. No I/O here.

The schema is that of MER-Bench, appendix C.5: six blocks, each with a rationale. Nothing is repaired: a reply in a
code fence or wrapped in prose is unwrapped and flagged, everything else that is not the schema is rejected. Beside
each rejection stands what the released scoring code makes of the same reply, so that the two can be reconciled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ingest.json_text import (
    BYTE_ORDER_MARK,
    Extract,
    Fault,
    JsonError,
    decode,
    extract,
    is_unicode,
    shown,
    strictness_faults,
)
from ingest.scales import fold
from ingest.spec import Scale

OTHER = "other"
SCALE = "mer_bench_emotion"

#: The schema: blocks and their fields in order, and the metric that a field is.
BLOCKS: Mapping[str, Mapping[str, str]] = {
    "visual_assessment": {"rationale": "", "generation_quality_1_5": "vgq", "emotion_accuracy_1_5": "vea"},
    "text_assessment": {"rationale": "", "generation_quality_1_5": "tgq", "emotion_accuracy_1_5": "tea"},
    "layout_consistency": {"rationale": "", "consistent": "lc"},
    "overall_emotion_classification": {
        "rationale": "",
        "label": "ppe_label",
        "other_emotion": "other_emotion",
    },
    "perceived_emotion_shift": {"rationale": "", "magnitude_1_5": "pes"},
    "overall_generation_quality": {"rationale": "", "overall_generation_quality_1_5": "hgq"},
}
#: Keys that the released pipeline adds to a payload; they are not the judge's.
PIPELINE_KEYS = frozenset({"_cache_key", "_cached_is_error", "_post_validation_errors"})
_KNOWN_KEYS = PIPELINE_KEYS | BLOCKS.keys()


class Released(NamedTuple):
    """What the released code scores: Likert metrics 1..5 or 0 for what it cannot use; lc and ppe 0 or 1."""

    vgq: float
    vea: float
    tgq: float
    tea: float
    lc: float
    hgq: float
    ppe: float
    pes: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """An accepted reply: Likert scores 1..5, the layout, the canonical label, and how the reply came."""

    vgq: int
    vea: int
    tgq: int
    tea: int
    lc: bool
    hgq: int
    ppe_label: str
    other_emotion: str | None
    pes: int
    is_fenced: bool
    is_wrapped: bool
    is_label_normalised: bool
    has_extra_keys: bool
    is_cache_hit: bool
    is_dropped_by_released: bool


@dataclass(frozen=True, slots=True)
class Rejection:
    """A reply that is no verdict. The first fault, in schema order, is the reason.

    `is_json` says that one strict JSON object was read; `is_error_record` that the pipeline's own error decided and
    no reply of the judge was there; `released` is None where the released code drops the reply.
    """

    faults: tuple[Fault, ...]
    is_json: bool = False
    is_error_record: bool = False
    released: Released | None = None

    @property
    def reason(self) -> str:
        """The reason code that counts."""
        return self.faults[0].reason


class _Refused(Exception):
    """A value that the schema does not take."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_reply(text: str, scale: Scale, target: str | None = None) -> Verdict | Rejection:
    """Return the verdict in one reply's text, or its rejection with every fault.

    `scale` holds the labels (`mer_bench_emotion`); `target` is the emotion asked for, which only the released
    reading compares with.
    """
    bare = text.removeprefix(BYTE_ORDER_MARK)
    if not bare.strip():
        return Rejection((Fault(None, "json.empty"),))
    try:
        value = decode(bare)
    except JsonError:
        try:
            found = extract(bare)
        except JsonError as error:
            return Rejection((Fault(None, error.reason, shown(error.detail)),))
        return _read(found.value, scale, released=None, found=found)
    # The released code parses the text as it came, and a byte order mark stops it.
    released = released_reading(value, target) if bare == text else None
    return _read(value, scale, released)


def read_payload(payload: Any, scale: Scale, target: str | None = None) -> Verdict | Rejection:
    """Return the verdict in the payload that the pipeline kept: a reply as an object, an error record, or a text.

    `payload` is a JSON value as `ingest.json_text.decode` gives it.
    """
    if isinstance(payload, str):
        return _as_dropped(read_reply(payload, scale, target))
    return _read(payload, scale, released_reading(payload, target))


def is_error_record(payload: Any) -> bool:
    """Say whether a payload is the pipeline's error and no reply: a key named error, and not one block."""
    return isinstance(payload, dict) and "error" in payload and not any(block in payload for block in BLOCKS)


def is_cache_hit(payload: Mapping[str, Any]) -> bool:
    """Say whether the pipeline served the payload from its cache."""
    return "_cache_key" in payload or "_cached_is_error" in payload


def _read(payload: Any, scale: Scale, released: Released | None, found: Extract | None = None) -> Verdict | Rejection:
    """Read a decoded reply; `found` says how it stood in a longer text, `released` what is scored of it elsewhere."""
    faults = strictness_faults(payload)
    if faults:
        return Rejection(tuple(faults), is_error_record=is_error_record(payload), released=released)
    if not isinstance(payload, dict):
        return Rejection((Fault(None, "schema.root_not_object", shown(payload)),))
    if is_error_record(payload):
        return _read_error_record(payload, scale)
    values: dict[str, Any] = {}
    faults = list(_read_blocks(payload, scale, values))
    if faults:
        return Rejection(tuple(faults), is_json=True, released=released)
    return Verdict(
        **values,
        is_fenced=found is not None and found.is_fenced,
        is_wrapped=found is not None and found.is_wrapped,
        is_label_normalised=payload["overall_emotion_classification"]["label"] != values["ppe_label"],
        has_extra_keys=_has_extra_keys(payload),
        is_cache_hit=is_cache_hit(payload),
        is_dropped_by_released=released is None,
    )


def _read_blocks(payload: Mapping[str, Any], scale: Scale, values: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults in schema order and fill `values` by metric."""
    readers: dict[str, Callable[[Any], Any]] = {
        "rationale": _rationale,
        "consistent": _layout,
        "label": lambda value: _label(value, scale),
        "other_emotion": lambda value: _other_emotion(value, values.get("ppe_label")),
    }
    for block, fields in BLOCKS.items():
        if block not in payload:
            yield Fault(block, "schema.missing_field")
            continue
        members = payload[block]
        if not isinstance(members, dict):
            yield Fault(block, "schema.wrong_type", shown(members))
            continue
        for name, metric in fields.items():
            if name not in members:
                yield Fault(f"{block}.{name}", "schema.missing_field")
                continue
            try:
                value = readers[name](members[name]) if name in readers else _score(members[name])
            except _Refused as refused:
                yield Fault(f"{block}.{name}", refused.reason, shown(members[name]))
            else:
                if metric:
                    values[metric] = value


def _rationale(value: Any) -> None:
    if not isinstance(value, str):
        raise _Refused("schema.wrong_type")


def _score(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Refused("score.wrong_type")
    if isinstance(value, float) and not value.is_integer():
        raise _Refused("score.not_integer")
    if not 1 <= value <= 5:
        raise _Refused("score.out_of_range")
    return int(value)


def _layout(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Refused("layout.wrong_type")
    return value


def _label(value: Any, scale: Scale) -> str:
    label = scale.lookup.get(fold(value)) if isinstance(value, str) else None
    if label is None:
        raise _Refused("label.not_in_scale")
    return label


def _other_emotion(value: Any, label: str | None) -> str | None:
    """Check the emotion named beside the label; without a readable label there is nothing to check it against."""
    is_blank = value is None or (isinstance(value, str) and not value.strip())
    if label is None:
        return None
    if label != OTHER:
        if not is_blank:
            raise _Refused("post_validation.other_emotion_not_null")
        return None
    if is_blank or not isinstance(value, str):
        raise _Refused("post_validation.other_emotion_missing")
    if not is_unicode(value):
        raise _Refused("encoding.invalid")
    return value


def _has_extra_keys(payload: Mapping[str, Any]) -> bool:
    return not payload.keys() <= _KNOWN_KEYS or any(
        not payload[block].keys() <= fields.keys() for block, fields in BLOCKS.items()
    )


# --- error records ---------------------------------------------------------------------------------------------------

#: What an error's text begins with, and the reason; any other text is a request that failed.
_ERROR_PREFIXES = {"json_parse_failed": "json.parse_failed", "sample_exception": "judge.sample_exception"}


def _read_error_record(record: Mapping[str, Any], scale: Scale) -> Verdict | Rejection:
    """Judge an error by the text that the judge had sent; without it the error's prefix decides."""
    text = record.get("raw_text")
    if isinstance(text, str):
        result = _as_dropped(read_reply(text, scale))
        return _with_cache_hit(result) if is_cache_hit(record) else result
    error = record["error"]
    prefixes = (reason for prefix, reason in _ERROR_PREFIXES.items() if str(error).lstrip().startswith(prefix))
    reason = next(prefixes, "judge.request_failed")
    return Rejection((Fault("error", reason, shown(error)),), is_json=True, is_error_record=True)


def _as_dropped(result: Verdict | Rejection) -> Verdict | Rejection:
    """Return the same reading of a reply whose payload the released code drops whatever the text says."""
    if isinstance(result, Verdict):
        return replace(result, is_dropped_by_released=True)
    return replace(result, released=None)


def _with_cache_hit(result: Verdict | Rejection) -> Verdict | Rejection:
    return replace(result, is_cache_hit=True) if isinstance(result, Verdict) else result


# --- what the released code reads ------------------------------------------------------------------------------------


def released_reading(payload: Any, target: str | None) -> Released | None:
    """Return the eight raw-scale numbers that the released code scores, or None where it drops the payload.

    It drops what is no object and what has a key named error. It reads NaN and repeated keys (the last one wins),
    takes any number from 1 to 5, `true` too, and turns the rest of the Likert values into 0.
    """
    if not isinstance(payload, dict) or "error" in payload:
        return None

    def value(block: str, name: str) -> Any:
        members = payload.get(block)
        return members.get(name) if isinstance(members, dict) else None

    label = value("overall_emotion_classification", "label")
    return Released(
        vgq=_likert(value("visual_assessment", "generation_quality_1_5")),
        vea=_likert(value("visual_assessment", "emotion_accuracy_1_5")),
        tgq=_likert(value("text_assessment", "generation_quality_1_5")),
        tea=_likert(value("text_assessment", "emotion_accuracy_1_5")),
        lc=1.0 if value("layout_consistency", "consistent") is True else 0.0,
        hgq=_likert(value("overall_generation_quality", "overall_generation_quality_1_5")),
        ppe=1.0 if isinstance(label, str) and label == target else 0.0,
        pes=_likert(value("perceived_emotion_shift", "magnitude_1_5")),
    )


def _likert(value: Any) -> float:
    # A boolean is an int in Python, and the released code does not tell them apart.
    return float(value) if isinstance(value, int | float) and 1 <= value <= 5 else 0.0
