"""Typed values from cells and from JSON values: what each field type takes, and the reason when it does not."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

from ingest.numerals import NUMBER, WHOLE_NUMBER
from ingest.scales import fold
from ingest.spec import Field, Invalid, Scale

_BOOLEANS = {"true": True, "false": False, "1": True, "0": False}
_LARGEST_INTEGER = 2**63 - 1

Convert = Callable[[Any], Any]
ConverterOf = Callable[[Field, Mapping[str, Scale]], Convert]


def by_scale(field: Field, scales: Mapping[str, Scale], convert_of: ConverterOf) -> dict[str, Convert]:
    """Return, for a field whose scale another field decides, the converter for each value of that field."""
    assert field.scale_by is not None
    return {value: convert_of(replace(field, scale=scale), scales) for value, scale in field.scale_by[1].items()}


def _in_range(field: Field, value: float) -> Any:
    if (field.low is not None and value < field.low) or (field.high is not None and value > field.high):
        raise Invalid("out_of_range")
    return value


def _integral(field: Field, value: int | float) -> Any:
    if value != math.trunc(value):
        raise Invalid("not_integer")
    if abs(value) > _LARGEST_INTEGER:
        raise Invalid("out_of_range")
    return _in_range(field, int(value))


def _integer_from_cell(field: Field, cell: str) -> Any:
    if WHOLE_NUMBER.fullmatch(cell):
        whole = cell.partition(".")[0]
        # Python refuses to read thousands of digits; so many are no 64-bit integer anyway.
        if len(whole) > len(str(-_LARGEST_INTEGER)):
            raise Invalid("out_of_range")
        return _integral(field, int(whole))
    if NUMBER.fullmatch(cell) and "e" not in cell.lower():
        raise Invalid("not_integer")
    raise Invalid("wrong_type")


def _number_from_cell(field: Field, cell: str) -> Any:
    if not NUMBER.fullmatch(cell):
        raise Invalid("non_finite" if fold(cell).lstrip("+-") in {"nan", "inf", "infinity"} else "wrong_type")
    return _finite(field, float(cell))


def _finite(field: Field, value: float) -> Any:
    if not math.isfinite(value):
        raise Invalid("non_finite")
    return _in_range(field, value)


def _timestamp(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise Invalid("wrong_type") from None
    return _in_utc(moment)


def _in_utc(moment: datetime) -> datetime:
    # DuckDB's TIMESTAMP has no zone: times are kept in UTC, and a time without a zone counts as UTC.
    try:
        return moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment
    except OverflowError:
        raise Invalid("out_of_range") from None


def _label(lookup: Mapping[str, str], text: str) -> str:
    try:
        return lookup[fold(text)]
    except KeyError:
        raise Invalid("not_in_scale") from None


def read_label(lookup: Mapping[str, str], value: Any) -> str:
    """Return the label that a text or a JSON number names: where labels are numbers, 1 and 1.0 are the label 1.

    Raises Invalid: wrong_type for a number where no label is one, not_in_scale for a name that no label has.
    """
    if not _is_number(value) or not any(NUMBER.fullmatch(spelling) for spelling in lookup):
        return _label(lookup, _text(value))
    try:
        return _label(lookup, format(float(value), ".15g"))
    except OverflowError:
        raise Invalid("not_in_scale") from None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _is_blank(value: Any) -> bool:
    return isinstance(value, str) and not value.strip()


def _spellings(field: Field, scales: Mapping[str, Scale]) -> Mapping[str, str]:
    if field.type == "choice":
        return {fold(choice): choice for choice in field.choices}
    # The first scale that has a spelling decides what it means.
    read = [scales[name].lookup for name in reversed(field.scale_names) if name in scales]
    return {spelling: label for lookup in read for spelling, label in lookup.items()}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Invalid("wrong_type")
    return value


def cell_converter(field: Field, scales: Mapping[str, Scale]) -> Convert:
    """Return the function that types a CSV cell (a string; surrounding spaces mean nothing, blank is absent)."""
    if field.type in ("text", "json"):
        return lambda cell: cell if cell and not cell.isspace() else None
    lookup = _spellings(field, scales)
    typed: dict[str, Convert] = {
        "id": lambda cell: cell,
        "integer": lambda cell: _integer_from_cell(field, cell),
        "number": lambda cell: _number_from_cell(field, cell),
        "boolean": _boolean_from_cell,
        "label": lambda cell: _label(lookup, cell),
        "answer": lambda cell: cell,
        "choice": lambda cell: _label(lookup, cell),
        "timestamp": _timestamp,
    }
    convert = typed[field.type]

    def from_cell(cell: str) -> Any:
        stripped = cell.strip()
        return convert(stripped) if stripped else None

    return from_cell


def _boolean_from_cell(cell: str) -> bool:
    # A column of 0 and 1 with gaps is often written with decimals: 1.0 is 1 here, too.
    word = cell.partition(".")[0] if WHOLE_NUMBER.fullmatch(cell) else cell.casefold()
    try:
        return _BOOLEANS[word]
    except KeyError:
        raise Invalid("wrong_type") from None


def json_converter(field: Field, scales: Mapping[str, Scale]) -> Convert:
    """Return the function that types a JSON or Parquet value; null is absent, a quoted number is no number.

    A blank label, time or required text is absent too, as a blank cell is; another blank free text is what was written.
    """
    lookup = _spellings(field, scales)

    def number(value: Any) -> Any:
        if not _is_number(value):
            raise Invalid("wrong_type")
        if isinstance(value, float) and not math.isfinite(value):
            raise Invalid("non_finite")
        return value

    def boolean(value: Any) -> Any:
        if isinstance(value, bool):
            return value
        if _is_number(value) and value in (0, 1):
            return bool(value)
        raise Invalid("wrong_type")

    def double(value: Any) -> Any:
        try:
            return _finite(field, float(number(value)))
        except OverflowError:
            raise Invalid("out_of_range") from None

    typed: dict[str, Convert] = {
        "id": lambda value: _text(value).strip() or None,
        "text": _text,
        "integer": lambda value: _integral(field, number(value)),
        "number": double,
        "boolean": boolean,
        "label": lambda value: read_label(lookup, value),
        "answer": lambda value: value if _is_number(value) else _text(value),
        "choice": lambda value: _label(lookup, _text(value)),
        "timestamp": _moment,
        "json": lambda value: json.dumps(value, ensure_ascii=False, sort_keys=True, default=_beyond_json),
    }
    convert = typed[field.type]
    if field.type in ("label", "answer", "choice", "timestamp") or (field.type == "text" and field.required):
        return lambda value: None if value is None or _is_blank(value) else convert(value)
    return lambda value: None if value is None else convert(value)


def _beyond_json(value: Any) -> Any:
    """Return what stands for a value that only Parquet has: a number for a decimal, else what is never read as text."""
    return float(value) if isinstance(value, Decimal) else {type(value).__name__: str(value)}


def _moment(value: Any) -> datetime:
    if isinstance(value, datetime):
        return _in_utc(value)
    if isinstance(value, date):
        return datetime.combine(value, time())
    return _timestamp(_text(value))
