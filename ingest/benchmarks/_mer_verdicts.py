"""Per-run judge files of MER-Bench: one line per drawn output, JSONL, to rows of accepted and rejected replies.

A line goes one of two ways. The regular one takes only lines in exactly the layout that the released code writes,
decoded straight into typed structs. Everything else goes the careful way, which knows every fault. The regular way
never takes a line that the careful way would reject, and gives the same row; a test holds the two together.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from msgspec import UNSET, DecodeError, Meta, Struct, UnsetType, field
from msgspec.json import Decoder

from ingest.errors import IngestError
from ingest.files import open_binary, strip_compression
from ingest.json_text import Fault, JsonError, decode, is_unicode, shown, strictness_faults
from ingest.judge import (
    OTHER,
    SCALE,
    Rejection,
    Verdict,
    is_error_record,
    read_payload,
    read_reply,
    released_reading,
)
from ingest.scales import fold
from ingest.spec import Batch, Field, Invalid, Reject, Source, Table
from ingest.values import Convert, json_converter

BATCH_LINES = 4_000
UNKNOWN_CONFIGURATION = "unknown"

Row = tuple[Any, ...]


class Outcome(NamedTuple):
    """What became of one line: an accepted row, or a rejected one with at least one reject."""

    row: Row
    rejects: list[Reject]


_TOKEN = re.compile(r"(?<![A-Za-z0-9])(ra|im)=(first|last)(?![A-Za-z0-9])")
#: Rationale first or last (RF, RL) and image first or last (VF, VL), as the paper abbreviates them.
_ABBREVIATIONS = {("ra", "first"): "RF", ("ra", "last"): "RL", ("im", "first"): "VF", ("im", "last"): "VL"}


def configuration_of(experiment: str) -> str:
    """Return the judge configuration that an experiment's folder name carries, or `unknown`.

    The name needs both tokens, `ra=first|last` and `im=first|last`, without contradicting itself.
    """
    tokens = dict.fromkeys(_TOKEN.findall(experiment))
    if sorted(name for name, _ in tokens) != ["im", "ra"]:
        return UNKNOWN_CONFIGURATION
    named = {name: _ABBREVIATIONS[name, place] for name, place in tokens}
    return f"{named['ra']}-{named['im']}"


def read_verdicts(table: Table, source: Source) -> Iterator[Batch]:
    """Yield the replies of one per-run file: accepted ones as rows of `table`, the others in its companion.

    Raises IngestError when the file is damaged or is UTF-16. A line that cannot be read costs one row.
    """
    source = replace(source, groups=_named(source))
    reader = LineReader(table, source)
    accepted, rejected = table.name, table.companions[0].name
    if "row_id" in source.groups:
        yield _read_reply(reader, source, accepted, rejected)
        return
    batch = Batch(rows={accepted: [], rejected: []})
    with open_binary(source.path) as stream:
        rows = batch.rows[accepted]
        for number, line in enumerate(stream, start=1):
            row = reader.regular(line, number)
            if row is not None:
                batch.received += 1
                rows.append(row)
            elif number == 1 and line[:2] in (b"\xff\xfe", b"\xfe\xff"):
                raise IngestError(f"{source.relative_path}: is UTF-16. Save it as UTF-8.")
            else:
                _add(batch, reader.careful(line, number), accepted, rejected)
            if batch.received >= BATCH_LINES:
                yield batch
                batch = Batch(rows={accepted: [], rejected: []})
                rows = batch.rows[accepted]
    yield batch


def _named(source: Source) -> Mapping[str, str]:
    """Return what a path says; outside the released layouts a reply is <model>/<id>.json, lines are <model>.jsonl."""
    stem, _, ending = strip_compression(source.path.name).rpartition(".")
    if ending.lower() == "json":
        return {"model": source.path.parent.name, "row_id": stem, **source.groups}
    return {"model": stem, **source.groups}


def _read_reply(reader: LineReader, source: Source, accepted: str, rejected: str) -> Batch:
    """Read a file that is one reply; its path says whose output it judges."""
    batch = Batch(rows={accepted: [], rejected: []})
    with open_binary(source.path) as stream:
        _add(batch, reader.reply(stream.read()), accepted, rejected)
    return batch


def _add(batch: Batch, outcome: Outcome | None, accepted: str, rejected: str) -> None:
    if outcome is None:
        return
    batch.received += 1
    batch.rows[rejected if outcome.rejects else accepted].append(outcome.row)
    batch.rejects.extend(outcome.rejects)


# --- the regular line ------------------------------------------------------------------------------------------------

_Score = Annotated[int, Meta(ge=1, le=5)]
_Run = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class _Block(Struct, forbid_unknown_fields=True, gc=False):
    rationale: str


class _Assessment(_Block, forbid_unknown_fields=True, gc=False):
    generation_quality_1_5: _Score
    emotion_accuracy_1_5: _Score


class _Layout(_Block, forbid_unknown_fields=True, gc=False):
    consistent: bool


class _Classification(_Block, forbid_unknown_fields=True, gc=False):
    label: str
    other_emotion: str | None


class _Shift(_Block, forbid_unknown_fields=True, gc=False):
    magnitude_1_5: _Score


class _Overall(_Block, forbid_unknown_fields=True, gc=False):
    overall_generation_quality_1_5: _Score


class _Judge(Struct, forbid_unknown_fields=True, gc=False):
    visual_assessment: _Assessment
    text_assessment: _Assessment
    layout_consistency: _Layout
    overall_emotion_classification: _Classification
    perceived_emotion_shift: _Shift
    overall_generation_quality: _Overall
    cache_key: str | UnsetType = field(default=UNSET, name="_cache_key")
    cached_is_error: bool | int | UnsetType = field(default=UNSET, name="_cached_is_error")
    post_validation_errors: list[str] | UnsetType = field(default=UNSET, name="_post_validation_errors")


class _Sample(Struct, forbid_unknown_fields=True, gc=False):
    sample_id: str
    src_image_path: str
    gen_image_path: str
    src_emotion: str
    tgt_emotion: str
    src_caption_text: str | None
    tgt_caption_text: str | None
    edit_instruction: str | None


class _Out(Struct, forbid_unknown_fields=True, gc=False):
    sample: _Sample
    judge: _Judge
    cost: Any = UNSET


class _Line(Struct, forbid_unknown_fields=True, gc=False):
    run: _Run
    row_id: str
    gen_id: str
    model: str
    out: _Out


#: Quotation marks of a regular line without optional keys: 36 keys and 19 texts (the nullable ones among them).
_QUOTES = 2 * (36 + 19)
_COST_DEPTH = 8
_FEW_ESCAPES = 40
_QUOTE = ord('"')


def _quote_count(line: bytes) -> int:
    """Return how many quotation marks delimit strings in a line of valid JSON."""
    all_quotes = line.count(b'"')
    escapes = line.count(b"\\")
    if not escapes:
        return all_quotes
    if escapes <= _FEW_ESCAPES:
        # Searching for one byte is much faster than for two, as long as there are not many pieces.
        pieces = line.split(b"\\")
        if b"" not in pieces:
            return all_quotes - [piece[0] for piece in pieces[1:]].count(_QUOTE)
    if b"\\\\" in line:
        line = line.replace(b"\\\\", b"")
        all_quotes = line.count(b'"')
    return all_quotes - line.count(b'\\"')


def _quotes_in(value: Any, depth: int = 0) -> float:
    """Return the quotation marks that a decoded value needs at least; NaN if it is not certainly strict JSON."""
    if isinstance(value, str):
        return 2
    if isinstance(value, float):
        return 0 if math.isfinite(value) else math.nan
    if isinstance(value, dict | list):
        if depth == _COST_DEPTH:
            return math.nan
        members = value.values() if isinstance(value, dict) else value
        own = 2 * len(value) if isinstance(value, dict) else 0
        return own + sum(_quotes_in(member, depth + 1) for member in members)
    return 0


class LineReader:
    """Reads the lines of one file; holds what its path says and how labels are spelled."""

    def __init__(self, table: Table, source: Source) -> None:
        groups = source.groups
        self._scale = source.scales[SCALE]
        # Only a label that the scale reads as itself needs no second look.
        self._labels = frozenset(x for x in self._scale.labels if self._scale.lookup.get(fold(x)) == x)
        self._experiment = groups.get("experiment")
        self._mode = groups.get("mode")
        self._configuration = groups.get("configuration") or configuration_of(self._experiment or "")
        self._from_path = {
            "model": groups.get("model"),
            "run": int(groups["run"]) if "run" in groups else None,
            "row_id": groups.get("row_id"),
        }
        self._converters: dict[str, tuple[Field, Convert]] = {
            f.name: (f, json_converter(f, source.scales))
            for f in table.fields
            if f.name in {"model", "run", "row_id", "gen_id", "src_emotion", "tgt_emotion"}
        }
        self._decode = Decoder(_Line).decode

    def regular(self, line: bytes, number: int) -> Row | None:
        """Return the row of a line in exactly the released layout; None sends the line the careful way."""
        try:
            record = self._decode(line)
            text = line.decode()
        except (DecodeError, UnicodeDecodeError, RecursionError):
            return None
        out = record.out
        sample, judge = out.sample, out.judge
        classification = judge.overall_emotion_classification
        label, other_emotion = classification.label, classification.other_emotion
        # msgspec keeps the last of two equal keys. The line has as many quotation marks as the decoded values need
        # exactly when no key stood twice.
        quotes: float = _QUOTES
        if other_emotion is None:
            quotes -= 2
            if label == OTHER:
                return None
        elif label != OTHER or not other_emotion.strip():
            return None
        if sample.src_caption_text is None or sample.tgt_caption_text is None or sample.edit_instruction is None:
            texts = (sample.src_caption_text, sample.tgt_caption_text, sample.edit_instruction)
            quotes -= 2 * texts.count(None)
        cache_key: str | None = None
        is_hit = False
        if judge.cache_key is not UNSET:
            cache_key, is_hit = judge.cache_key, True
            quotes += 4
        if judge.cached_is_error is not UNSET:
            is_hit = True
            quotes += 2
        if judge.post_validation_errors is not UNSET:
            quotes += 2 + 2 * len(judge.post_validation_errors)
        if out.cost is not UNSET:
            quotes += 2 + _quotes_in(out.cost)
        if quotes != _quote_count(line) or label not in self._labels:
            return None
        row_id, model = record.row_id.strip(), record.model.strip()
        if not row_id or not model:
            return None
        visual, words = judge.visual_assessment, judge.text_assessment
        return (
            self._configuration,
            self._experiment,
            self._mode,
            model,
            record.run,
            row_id,
            record.gen_id.strip() or None,
            sample.src_emotion,
            sample.tgt_emotion,
            cache_key,
            visual.generation_quality_1_5,
            visual.emotion_accuracy_1_5,
            words.generation_quality_1_5,
            words.emotion_accuracy_1_5,
            judge.layout_consistency.consistent,
            judge.overall_generation_quality.overall_generation_quality_1_5,
            label,
            other_emotion,
            judge.perceived_emotion_shift.magnitude_1_5,
            False,
            False,
            False,
            False,
            is_hit,
            False,
            number,
            text.strip(_BLANKS),
        )

    # --- every other line --------------------------------------------------------------------------------------------

    def careful(self, line: bytes, number: int) -> Outcome | None:
        """Return an accepted row, or a rejected row with its rejects; None for a blank line."""
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        try:
            text = line.decode().strip(_BLANKS)
        except UnicodeDecodeError:
            text = line.decode("utf-8", "backslashreplace").strip(_BLANKS)
            return self._unreadable(Fault(None, "encoding.invalid"), number, text)
        if not text.strip():
            return None
        try:
            record = decode(text)
        except JsonError as error:
            return self._unreadable(Fault(None, error.reason, shown(error.detail)), number, text)
        faults = strictness_faults(record)
        if not isinstance(record, dict):
            return self._unreadable(
                faults[0] if faults else Fault(None, "schema.root_not_object", shown(record)), number, text
            )
        return self._judge(record, faults, number, text)

    def reply(self, content: bytes) -> Outcome:
        """Return the row of a file that is one bare reply, as text or as JSON."""
        envelope, faults = self._envelope({}, {}, {})
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return self._unreadable(Fault(None, "encoding.invalid"), 1, content.decode("utf-8", "backslashreplace"))
        result = read_reply(text, self._scale)
        if isinstance(result, Rejection):
            return _rejected(envelope, replace(result, faults=(*faults, *result.faults)), 1, text)
        return _accepted(envelope, result, 1, text)

    def _unreadable(self, fault: Fault, number: int, text: str) -> Outcome:
        envelope, _ = self._envelope({}, {}, {})
        return _rejected(envelope, Rejection((fault,)), number, text)

    def _judge(self, record: Mapping[str, Any], faults: list[Fault], number: int, text: str) -> Outcome:
        if "out" not in record and "judge" in record:
            # A bare verdict: the reply stands in the line itself.
            record = {**record, "out": {"judge": record["judge"]}}
        out = _object(record.get("out"))
        sample, payload = _object(out.get("sample")), out.get("judge")
        envelope, envelope_faults = self._envelope(record, sample, _object(payload))
        target = sample.get("tgt_emotion")
        if faults:
            # The text is ambiguous or no JSON; what it would mean by the schema is not asked.
            rejection = Rejection(
                tuple(Fault(_below_judge(f.field), f.reason, f.value) for f in faults),
                is_error_record=is_error_record(payload),
                released=released_reading(payload, target),
            )
            return _rejected(envelope, rejection, number, text)
        envelope_faults.extend(_layer_faults(record, out))
        if payload is None:
            return _rejected(envelope, Rejection(tuple(envelope_faults)), number, text)
        result = read_payload(payload, self._scale, target)
        if isinstance(result, Rejection):
            return _rejected(envelope, replace(result, faults=(*envelope_faults, *result.faults)), number, text)
        if not envelope_faults:
            return _accepted(envelope, result, number, text)
        released = None if result.is_dropped_by_released else released_reading(payload, target)
        return _rejected(envelope, Rejection(tuple(envelope_faults), is_json=True, released=released), number, text)

    def _envelope(
        self, record: Mapping[str, Any], sample: Mapping[str, Any], payload: Mapping[str, Any]
    ) -> tuple[Row, list[Fault]]:
        """Return the envelope's ten columns, from the line or else the path, and the faults of the line's values."""
        faults: list[Fault] = []
        values: dict[str, Any] = {}
        for name, (column, convert) in self._converters.items():
            raw = (sample if name.endswith("_emotion") else record).get(name)
            value = None
            try:
                value = convert(raw)
                if isinstance(value, str) and not is_unicode(value):
                    faults.append(Fault(name, "encoding.invalid", shown(value)))
                    value = shown(value)
                if value is None:
                    value = self._from_path.get(name)
                if value is None and column.required:
                    raise Invalid("missing")
            except Invalid as invalid:
                faults.append(Fault(name, column.code(invalid.reason), shown(raw)))
                value = self._from_path.get(name)
            values[name] = value
        cache_key = payload.get("_cache_key")
        return (
            self._configuration,
            self._experiment,
            self._mode,
            values["model"],
            values["run"],
            values["row_id"],
            values["gen_id"],
            values["src_emotion"],
            values["tgt_emotion"],
            cache_key if isinstance(cache_key, str) and is_unicode(cache_key) else None,
        ), faults


#: What JSON takes for white space.
_BLANKS = " \t\r\n"


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _layer_faults(record: Mapping[str, Any], out: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what is wrong with the layers around the payload."""
    if record.get("out") is None:
        yield Fault("out", "schema.missing_field")
        return
    if not isinstance(record["out"], dict):
        yield Fault("out", "schema.wrong_type", shown(record["out"]))
        return
    if out.get("sample") is not None and not isinstance(out["sample"], dict):
        yield Fault("out.sample", "schema.wrong_type", shown(out["sample"]))
    if out.get("judge") is None:
        yield Fault("out.judge", "schema.missing_field")


def _below_judge(path: str | None) -> str | None:
    return path.removeprefix("out.judge.").removeprefix("judge.") if path else path


def _accepted(envelope: Row, verdict: Verdict, number: int, text: str) -> Outcome:
    row = (
        *envelope,
        verdict.vgq,
        verdict.vea,
        verdict.tgq,
        verdict.tea,
        verdict.lc,
        verdict.hgq,
        verdict.ppe_label,
        verdict.other_emotion,
        verdict.pes,
        verdict.is_fenced,
        verdict.is_wrapped,
        verdict.is_label_normalised,
        verdict.has_extra_keys,
        verdict.is_cache_hit,
        verdict.is_dropped_by_released,
        number,
        text,
    )
    return Outcome(row, [])


def _rejected(envelope: Row, rejection: Rejection, number: int, text: str) -> Outcome:
    released = rejection.released
    row = (
        *envelope,
        rejection.reason,
        rejection.is_json,
        rejection.is_error_record,
        released is None,
        *(released if released is not None else (None,) * 8),
        number,
        text,
    )
    faults: dict[tuple[str | None, str], Fault] = {}
    for fault in rejection.faults:
        faults.setdefault((fault.field, fault.reason), fault)
    return Outcome(
        row,
        [
            Reject(number, fault.field, fault.reason, fault.value, None if index else text)
            for index, fault in enumerate(faults.values())
        ],
    )
