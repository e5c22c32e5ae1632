"""EmoGenie's tables and charts from marts written by hand: every printed number is one that the mart holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from test_charts import texts

from analysis.charts import emogenie as charts
from analysis.charts.render import to_svg
from analysis.errors import NothingToShowError
from analysis.marts import Marts
from analysis.tables import emogenie as tables
from analysis.tables.markdown import to_markdown
from hand_made_marts import write_marts

EXPRESSED, EVOKED = ("happiness", "fear"), ("awe", "fear")


def confusion() -> list[dict[str, Any]]:
    """Two perspectives, two models and all, two labels: nine tenths right, one tenth seen as the other."""
    return [
        {
            "perspective": perspective, "system_id": system, "tie_credit": "fractional", "prompted_label": prompted,
            "assigned_label": assigned, "share": 0.9 if prompted == assigned else 0.1, "image_count": 20,
            "prompted_position": 1 + labels.index(prompted), "assigned_position": 1 + labels.index(assigned),
        }
        for perspective, labels in (("expressed", EXPRESSED), ("evoked", EVOKED))
        for system in ("all", "m", "n")
        for prompted in labels
        for assigned in labels
    ]  # fmt: skip


def alignment() -> list[dict[str, Any]]:
    base = {"breakdown": "all", "breakdown_value": "all", "image_count": 40}
    value = {"fractional": 0.5, "any": 0.625, "sole": 0.375, "votes": 0.4375}
    return [
        base | {"perspective": p, "system_id": s, "tie_credit": t, "alignment_unit": value[t] + plus}
        for p in ("expressed", "evoked")
        for s, plus in (("m", 0.0), ("n", 0.25))
        for t in value
    ]


def mos() -> list[dict[str, Any]]:
    return [
        {
            "perspective": p, "dimension": d, "system_id": s, "screening": screening, "mean": 3.25 + plus + less,
            "sd": 0.5, "minimum": 1.5, "q1": 2.5, "median": 3.0 + plus, "q3": 4.0, "maximum": 4.75, "image_count": 20,
        }
        for p, dimensions in (("expressed", ("aesthetics",)), ("evoked", ("valence", "arousal", "dominance", "aesthetics")))
        for d in dimensions
        for s, plus in (("m", 0.0), ("n", 0.5))
        for screening, less in (("none", 0.0), ("bt500", 0.125))
    ]  # fmt: skip


def accuracy() -> list[dict[str, Any]]:
    rows = [("all", "all", "all", "micro"), ("expressed", "all", "all", "micro"), ("evoked", "all", "all", "micro")]
    rows += [
        ("all", "all", "all", "paper"),
        ("evoked", "valence", "single", "micro"),
        ("evoked", "valence", "pair", "micro"),
    ]
    return [
        {
            "model": m, "split": "test", "perspective": p, "dimension": d, "format": f, "rule": rule,
            "accuracy_unit": value, "correct_count": 40, "unparsable_count": 3, "missing_count": 2, "expected_count": 64,
            "status": "ok",
        }
        for m, value in (("low", 0.375), ("top", 0.625))
        for p, d, f, rule in rows
    ]  # fmt: skip


def assessment() -> list[dict[str, Any]]:
    return [
        {"model": m, "dimension": d, "coefficient": c, "value": None if (m, d) == ("gap", "mean") else 0.5, "pair_count": 9,
         "status": "constant_input" if (m, d) == ("gap", "mean") else "ok"}
        for m in ("gap", "whole")
        for d in ("valence", "arousal", "dominance", "aesthetics", "mean")
        for c in ("srcc", "plcc")
    ]  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    agreement = [
        {
            "panel": p, "question": q, "breakdown": b, "coefficient": c, "weights": w, "marginals": "mean_of_proportions",
            "value": value, "standard_error": 0.0125, "item_count": 20, "rating_count": 300,
        }
        for p, q, b, c, w, value in (
            ("evoked", "emotion", "all", "gwet_ac", "identity", 0.625),
            ("evoked", "emotion", "all", "gwet_ac", "quadratic", 0.111),
            ("evoked", "emotion", "all", "fleiss_kappa", "identity", 0.222),
            ("evoked", "valence", "all", "gwet_ac", "quadratic", 0.875),
            ("evoked", "valence", "all", "gwet_ac", "identity", 0.333),
            ("evoked", "valence", "model", "gwet_ac", "quadratic", 0.444),
            ("expressed", "intensity", "all", "gwet_ac", "quadratic", 0.75),
        )
    ]  # fmt: skip
    return write_marts(
        tmp_path_factory.mktemp("exports") / "made.duckdb",
        {
            "emogenie_confusion": confusion(),
            "emogenie_alignment": alignment(),
            "emogenie_mos": mos(),
            "emogenie_qa_accuracy": accuracy(),
            "emogenie_assessment": assessment(),
            "emogenie_agreement": agreement,
            "emogenie_label_counts": [
                {"perspective": "evoked", "system_id": s, "label": label, "position": n, "sole_count": 7, "tied_count": 1,
                 "share": 0.375, "image_count": 1200}
                for s in ("all", "m") for n, label in ((2, "awe"), (1, "zeal"))
            ],
            "emogenie_substitutions": [
                {"perspective": "evoked", "system_id": "m", "prompted_label": "fear", "assigned_label": "awe",
                 "share": share, "rank": rank, "image_count": 20}
                for rank, share in ((1, 0.25), (4, 0.0625))
            ],
            "emogenie_screening": [
                {"panel": "evoked", "question": "valence", "rater_id": r, "is_rejected": bad, "reason": "x",
                 "image_count": 40, "high_count": 6, "low_count": 5}
                for r, bad in (("r1", True), ("r2", False), ("r3", None))
            ],
            "emogenie_description_scores": [
                {"model": "m", "perspective": p, "format": f, "correctness_unit": 0.5, "completeness_unit": 0.25,
                 "relevance_unit": 0.75, "conciseness_unit": None, "score_unit": None, "description_count": 4,
                 "scored_count": 0}
                for p in ("expressed", "evoked", "all") for f in ("all", "pair")
            ],
        },
    )  # fmt: skip


def rows(table: Any) -> list[tuple[str, list[Any]]]:
    return [
        (group.heading, [cell.text if cell.text is not None else cell.value for cell in row])
        for group in table.groups
        for row in group.rows
    ]


def test_each_table_prints_the_marts_numbers(place):
    with Marts(place) as marts:
        assert rows(tables.emogenie_labels(marts)) == [
            ("evoked, 1,200 images", ["zeal", 7, 1, 37.5]), ("evoked, 1,200 images", ["awe", 7, 1, 37.5]),
        ]  # fmt: skip
        assert rows(tables.emogenie_substitutions(marts)) == [("evoked", ["m", "fear", "awe", 25.0, 20])]
        shown = rows(tables.emogenie_mos(marts))
        assert shown[0] == ("expressed, aesthetics", ["m", 3.25, 2.5, 3.0, 4.0, 3.375, 20])
        assert [heading for heading, _ in shown[::2]] == [
            "expressed, aesthetics", "evoked, valence", "evoked, arousal", "evoked, dominance", "evoked, aesthetics",
        ]  # fmt: skip
        assert rows(tables.emogenie_screening(marts)) == [("evoked", ["r1", "valence", 40, 6, 5])]
        assert rows(tables.emogenie_agreement(marts)) == [
            ("expressed", ["intensity", "quadratic AC2", 0.75, 20, 300]),
            ("evoked", ["emotion", "AC1", 0.625, 20, 300]),
            ("evoked", ["valence", "quadratic AC2", 0.875, 20, 300]),
        ]
        assert rows(tables.emogenie_qa_accuracy(marts))[0] == ("test", ["low", *[37.5] * 4, 3, 2, 64])
        assert rows(tables.emogenie_qa_dimensions(marts)) == [
            (f"evoked, valence, {form}", [m, value, 40, 3, 2, 64])
            for form in ("pair", "single")
            for m, value in (("low", 37.5), ("top", 62.5))
        ]
        assert rows(tables.emogenie_description_scores(marts)) == [
            (heading, ["m", 50.0, 25.0, 75.0, None, None, 0, 4])
            for heading in ("expressed", "evoked", "both perspectives")
        ]
        assert rows(tables.emogenie_alignment(marts))[3] == ("evoked", ["n", 75.0, 87.5, 62.5, 68.75, 40])
        assert "–<sup>a</sup>" in to_markdown(tables.emogenie_description_scores(marts))
        assert "marts.emogenie\\_assessment says constant\\_input." in to_markdown(tables.emogenie_assessment(marts))


def drawn(place: Path, name: str) -> tuple[list[str], bytes]:
    with Marts(place) as marts:
        svg = to_svg(getattr(charts, name)(marts))
    return [text for text, *_ in texts(svg)], svg


CHARTS = (
    "emogenie_confusion", "emogenie_confusion_by_model", "emogenie_alignment_bars", "emogenie_aesthetics",
    "emogenie_affect", "emogenie_qa_dots", "emogenie_assessment_dots",
)  # fmt: skip


@pytest.mark.parametrize("name", CHARTS)
def test_every_text_of_a_chart_lies_on_the_canvas_and_it_is_drawn_alike_twice(place, name):
    words, svg = drawn(place, name)
    assert words and not {"null", "NaN", "undefined"} & set(words)
    left, top, width, height = map(float, ElementTree.fromstring(svg).get("viewBox", "").split())
    for text, x, y, *_ in texts(svg):
        assert left <= x <= left + width and top <= y <= top + height, text
    assert drawn(place, name)[1] == svg


def marks(svg: bytes, role: str) -> list[str]:
    """Return what each mark of a kind says of itself (its label for screen readers)."""
    return re.findall(rf'aria-label="([^"]*)"[^>]*aria-roledescription="{role}"', svg.decode())


def test_confusion_cells_hold_percents_and_rows_of_the_scale(place):
    words, svg = drawn(place, "emogenie_confusion")
    assert (words.count("90"), words.count("10")) == (4, 4)
    assert len(marks(svg, "rect mark")) == 8
    assert len(marks(drawn(place, "emogenie_confusion_by_model")[1], "rect mark")) == 16


def test_bars_are_fractional_alignment_with_votes_as_ticks(place):
    words, svg = drawn(place, "emogenie_alignment_bars")
    assert (words.count("50.0"), words.count("75.0")) == (2, 2)
    assert len(marks(svg, "bar")) == 4
    assert sorted(label.split("; ")[0] for label in marks(svg, "tick")) == ["votes: 43.75"] * 2 + ["votes: 68.75"] * 2
    places = {text: y for text, _, y, *_ in texts(svg)}
    assert places["n"] < places["m"]


@pytest.mark.parametrize(("name", "panels"), [("emogenie_aesthetics", 2), ("emogenie_affect", 3)])
def test_a_box_spans_the_quartiles_and_its_line_the_extremes(place, name, panels):
    _, svg = drawn(place, name)
    boxes = [label for label in marks(svg, "bar") if label.startswith("q1: 2.5; ")]
    assert len(boxes) == 2 * panels and all("q3: 4" in label for label in boxes)
    lines = [label for label in marks(svg, "rule mark") if "maximum: 4.75" in label]
    assert len(lines) == 2 * panels
    assert sum("mean: 3.75" in label for label in marks(svg, "circle")) == panels


def test_the_best_model_is_named_and_its_dots_are_squares(place):
    words, svg = drawn(place, "emogenie_qa_dots")
    assert any("Dark squares: top" in text for text in words)
    assert {"valence, single", "valence, pair"} <= set(words)
    assert all("62.5" in label for label in marks(svg, "square")) and len(marks(svg, "square")) == 2
    assert len(marks(svg, "circle")) == 2


def test_an_undefined_correlation_has_no_dot_and_the_model_stands_last(place):
    _, svg = drawn(place, "emogenie_assessment_dots")
    assert len(marks(svg, "point")) == 18
    places = {text: y for text, _, y, *_ in texts(svg)}
    assert places["whole"] < places["gap"]


def test_nothing_landed_is_nothing_to_show(tmp_path):
    row = {**mos()[0], "dimension": "intensity"}
    place = write_marts(tmp_path / "empty.duckdb", {"emogenie_mos": [row]})
    with Marts(place) as marts, pytest.raises(NothingToShowError, match="emogenie_mos"):
        charts.emogenie_aesthetics(marts)
