"""What a cell and a JSON value may be, and the reason when it may not."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal

import pytest

from ingest.scales import ScaleRow, build_scale
from ingest.spec import Field, Invalid
from ingest.values import cell_converter, json_converter, read_label

LIKERT = Field("score", "integer", low=1, high=5)
EMOTION = Field("emotion", "label", scale="emotion", reason_prefix="label")
SCALES = {
    "emotion": build_scale(
        "emotion",
        [
            ScaleRow("emotion", "awe", 1, None, None, {"name_zh": "敬畏", "name_ar": "رهبة"}, ("wonder",)),
            ScaleRow("emotion", "other", 2, None, None, {}, ("something else",)),
        ],
        "test",
    )
}


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("7", 7),
        ("7 ", 7),
        ("\u00a07\u3000", 7),
        ("7.0", 7),
        ("7.000", 7),
        ("-3", -3),
        ("0", 0),
        ("", None),
        ("  ", None),
    ],
)
def test_a_cell_with_a_whole_number_is_that_number(cell, value):
    assert cell_converter(Field("n", "integer"), {})(cell) == value


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("07", "wrong_type"), ("+7", "wrong_type"), ("7e0", "wrong_type"), ("７", "wrong_type"), ("5.5", "not_integer"),
        ("six", "wrong_type"), ("0", "out_of_range"), ("6", "out_of_range"), ("NaN", "wrong_type"), ("1_0", "wrong_type"),
        ("99999999999999999999", "out_of_range"), ("9" * 5000, "out_of_range"), ("-" + "9" * 5000, "out_of_range"),
    ],
)  # fmt: skip
def test_a_cell_that_is_no_whole_number_in_range_has_a_reason(cell, reason):
    with pytest.raises(Invalid) as fault:
        cell_converter(LIKERT, {})(cell)
    assert fault.value.reason == reason


@pytest.mark.parametrize(
    ("value", "reason"),
    [("4", "wrong_type"), (True, "wrong_type"), (3.5, "not_integer"), (0, "out_of_range"), ([4], "wrong_type")],
)
def test_a_json_value_is_typed_and_never_turned_into_a_number(value, reason):
    with pytest.raises(Invalid) as fault:
        json_converter(LIKERT, {})(value)
    assert fault.value.reason == reason


def test_an_integral_json_float_is_an_integer():
    found = json_converter(LIKERT, {})(2.0)
    assert found == 2
    assert isinstance(found, int)


@pytest.mark.parametrize(
    ("cell", "reason"), [("nan", "non_finite"), ("-inf", "non_finite"), ("1e999", "non_finite"), (".5", "wrong_type")]
)
def test_a_number_is_finite_and_written_out(cell, reason):
    with pytest.raises(Invalid) as fault:
        cell_converter(Field("x", "number"), {})(cell)
    assert fault.value.reason == reason


@pytest.mark.parametrize("text", ["awe", " AWE ", "Ａｗｅ", "敬畏", "رهبة", "Wonder"])
def test_labels_match_by_folding_native_names_and_aliases(text):
    assert cell_converter(EMOTION, SCALES)(text) == "awe"


@pytest.mark.parametrize("text", ["aw\u200be", "awful", "some thing else", "awe\u200f"])
def test_nothing_fuzzier_matches_a_label(text):
    with pytest.raises(Invalid) as fault:
        cell_converter(EMOTION, SCALES)(text)
    assert EMOTION.code(fault.value.reason) == "label.not_in_scale"


@pytest.mark.parametrize(
    ("cell", "value"), [("true", True), ("FALSE", False), ("1", True), ("0", False), ("1.0", True), ("0.00", False)]
)
def test_booleans_are_words_or_whole_numbers(cell, value):
    assert cell_converter(Field("ok", "boolean"), {})(cell) is value


@pytest.mark.parametrize("cell", ["yes", "2", "1.5", "01", "-0", "1e0", "１"])
def test_nothing_else_in_a_cell_is_a_boolean(cell):
    with pytest.raises(Invalid) as fault:
        cell_converter(Field("ok", "boolean"), {})(cell)
    assert fault.value.reason == "wrong_type"


@pytest.mark.parametrize(
    ("value", "found"),
    [(True, True), (0, False), (1.0, True), (0.0, False), (2, None), (0.5, None), ("true", None), (float("nan"), None)],
)
def test_booleans_in_json_are_booleans_or_whole_numbers(value, found):
    convert = json_converter(Field("ok", "boolean"), {})
    if found is not None:
        assert convert(value) is found
    else:
        with pytest.raises(Invalid) as fault:
            convert(value)
        assert fault.value.reason == "wrong_type"


def test_times_are_kept_in_utc():
    convert = cell_converter(Field("annotated_at", "timestamp"), {})
    assert convert("2026-01-02T03:04:05+02:00") == datetime(2026, 1, 2, 1, 4, 5)
    assert convert("2026-01-02") == datetime(2026, 1, 2)
    with pytest.raises(Invalid):
        convert("yesterday")


def test_free_text_is_never_trimmed():
    assert cell_converter(Field("text"), {})("  two spaces ") == "  two spaces "
    assert json_converter(Field("text"), {})("") == ""


@pytest.mark.parametrize(
    "field",
    [
        EMOTION,
        Field("a", "answer"),
        Field("c", "choice", choices=("x",)),
        Field("t", "timestamp"),
        Field("concept", required=True),
    ],
)
@pytest.mark.parametrize("text", ["", "  ", "\u3000"])
def test_a_blank_label_time_or_required_text_in_json_is_absent_as_in_a_cell(field, text):
    assert json_converter(field, SCALES)(text) is None
    assert cell_converter(field, SCALES)(text) is None


def test_decimals_that_parquet_nests_are_numbers():
    convert = json_converter(Field("ratings", "json"), {})
    assert convert([{"b": Decimal("2.0"), "a": None}]) == '[{"a": null, "b": 2.0}]'


def test_a_blank_for_a_number_in_json_is_no_number():
    with pytest.raises(Invalid) as fault:
        json_converter(Field("score", "number"), {})("")
    assert fault.value.reason == "wrong_type"


@pytest.mark.parametrize(
    ("value", "found"),
    [(1, "1"), (1.0, "1"), ("1", "1"), (1_000_000, "1000000"), (2, "not_in_scale"), (10**400, "not_in_scale"),
     (True, "wrong_type")],
)  # fmt: skip
def test_a_json_number_names_the_label_that_is_that_number(value, found):
    lookup = {"1": "1", "1000000": "1000000"}
    try:
        assert read_label(lookup, value) == found
    except Invalid as fault:
        assert fault.reason == found


def test_a_json_number_is_no_label_where_labels_are_words():
    with pytest.raises(Invalid) as fault:
        read_label(SCALES["emotion"].lookup, 1)
    assert fault.value.reason == "wrong_type"


def test_a_numeric_id_in_json_is_rejected_since_leading_zeros_would_be_lost():
    field = Field("item_id", "id")
    with pytest.raises(Invalid) as fault:
        json_converter(field, {})(7)
    assert field.code(fault.value.reason) == "id.wrong_type"


@pytest.mark.parametrize("value", [b"awe", date(2026, 1, 2), Decimal("1.5"), [b"awe"]])
def test_a_value_that_json_has_not_is_kept_and_is_no_text(value):
    assert not isinstance(json.loads(json_converter(Field("emotion", "json"), {})(value)), str)
