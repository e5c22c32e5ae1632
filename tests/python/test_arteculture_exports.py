"""ArtECulture's tables and charts from marts written by hand: order, names in native scripts, gaps, and what is drawn."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import duckdb
import polars as pl
import pytest
from test_charts import texts as placed

from analysis.charts import arteculture as charts
from analysis.charts.render import to_svg
from analysis.errors import NothingToShowError
from analysis.marts import Marts
from analysis.tables import arteculture as data
from analysis.tables import arteculture_models as models
from analysis.tables.comma import to_csv
from analysis.tables.latex import to_latex
from analysis.tables.markdown import to_markdown
from analysis.tables.model import Table

NAMES = {
    "english": ("English", 1, {"awe": "awe", "fear": "fear"}),
    "chinese": ("中文", 2, {"awe": "敬畏", "fear": "恐惧"}),
    "arabic": ("العربية", 3, {"awe": "رهبة", "fear": "خوف"}),
    "all": ("all", None, {"awe": "awe", "fear": "fear"}),
}
COUNTS = {"english": (3, 1), "chinese": (1, 3), "arabic": (4, 0), "all": (8, 4)}
#: Stands where a number must be, to be told from every number.
TRANSITIONS = [
    ("english", "chinese", "awe", "awe", 1, 1 / 3),
    ("english", "chinese", "awe", "fear", 2, 2 / 3),
    ("english", "chinese", "fear", "fear", 1, 1.0),
    ("chinese", "english", "awe", "awe", 1, 1.0),
    ("chinese", "english", "fear", "awe", 2, 2 / 3),
    ("chinese", "english", "fear", "fear", 1, 1 / 3),
]


def label_shares() -> list[dict]:
    return [
        {
            "culture": culture, "population": "retained", "label": label, "label_count": count,
            "share": count / sum(COUNTS[culture]), "labelled_count": sum(COUNTS[culture]),
            "native_name": names[label], "label_position": place, "culture_native_name": native,
            "culture_position": position,
        }
        for culture, (native, position, names) in NAMES.items()
        for place, (label, count) in enumerate(zip(("awe", "fear"), COUNTS[culture], strict=True), 1)
    ]  # fmt: skip


def accuracy(model: str, setting: str, culture: str, value: float | None, **changes) -> dict:
    language = "own" if culture == "all" else culture
    row = {
        "model": model, "setting": setting, "culture": culture, "split": "all", "region": "all",
        "prompt_language": language, "evaluation_set": "arteculture", "accuracy_unit": value, "gain_unit": None,
        "prediction_count": 0 if value is None else 8, "unparsable_count": 1, "missing_count": 0,
        "training_prediction_count": 0,
    }  # fmt: skip
    return row | changes


def accuracies() -> list[dict]:
    rows = []
    for model, start in (("low", 0.25), ("high", 0.5)):
        for step, setting in enumerate(("orig", "know", "sft")):
            gain = None if setting == "orig" else step / 8
            rows += [accuracy(model, setting, c, start + step / 8, gain_unit=gain) for c in NAMES]
    rows += [
        accuracy("low", "orig", "english", 0.125, prompt_language="arabic"),
        accuracy("low", "orig", "english", 0.875, region="western"),
        accuracy("low", "orig", "all", 0.875, region="western"),
        accuracy("low", "random_know", "english", None),
        accuracy("low", "random_know", "all", 0.375, gain_unit=0.125, training_prediction_count=2),
        accuracy("high", "know", "arabic", 0.625, evaluation_set="cedar"),
        accuracy("high", "know", "all", 0.625, evaluation_set="cedar"),
    ]
    return rows


def warehouse(path: Path, **tables: list[dict]) -> Path:
    """Write marts as tables from rows of equal columns."""
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema marts")
        for name, rows in tables.items():
            frame = pl.DataFrame(rows, infer_schema_length=None)
            connection.register("given", frame.to_arrow())
            connection.execute(f"create table marts.{name} as from given")
            connection.unregister("given")
    return path


@pytest.fixture(scope="module")
def marts(tmp_path_factory):
    transitions = [
        dict(zip(("panel_a", "panel_b", "label_a", "label_b", "item_count", "share"), row, strict=True))
        | {"benchmark": "arteculture", "policy": "strict"}
        for row in TRANSITIONS
    ]
    stray = transitions[0] | {"policy": "plurality", "item_count": 77}
    kappa = {"benchmark": "arteculture", "policy": "strict", "fleiss_kappa": 0.0877, "item_count": 4, "panel_count": 3}
    coefficients = [
        {
            "culture": culture, "breakdown": breakdown, "breakdown_value": part, "coefficient": name, "weights": weights,
            "marginals": marginals, "value": value, "status": "ok" if value is not None else "single_category",
            "item_count": 4, "rating_count": 20,
        }
        for culture in ("arabic", "english")
        for breakdown, part in (("is_retained", "true"), ("is_retained", "false"), ("all", "all"))
        for name, weights, marginals, value in (
            ("krippendorff_alpha", "nominal", "none", None if culture == "arabic" else 0.309),
            ("fleiss_kappa", "identity", "pooled", 0.3),
            ("fleiss_kappa", "identity", "mean_of_proportions", 0.9),
            ("observed_agreement", "identity", "none", 0.5),
        )
    ]  # fmt: skip
    concepts = [
        {"concept": concept, "culture": culture, "label": label, "probability": share, "support_count": support,
         "is_dominant": dominant}
        for concept, support, cells in (
            ("moon", 4, [("awe", 0.5, True), ("fear", 0.5, True)]), ("crane", 9, [("awe", 0.75, True), ("fear", 0.25, False)])
        )
        for culture in ("english", "chinese")
        for label, share, dominant in cells
    ]  # fmt: skip
    preferences = [
        {
            "model": "m", "culture": culture, "setting_a": "know", "setting_b": "orig", "win_count": wins, "tie_count": 5,
            "loss_count": 5 - wins, "win_share_low": 0.1, "win_share_high": 0.2, "sign_test_p": None,
            "first_shown_win_share": None, "rating_count": 10, "image_count": 4,
        }
        for culture, wins in (("english", 4), ("arabic", 0))
    ]  # fmt: skip
    path = warehouse(
        tmp_path_factory.mktemp("exports") / "w.duckdb",
        arteculture_label_shares=label_shares(),
        arteculture_accuracy=accuracies(),
        label_transitions=[*transitions, stray],
        cross_panel_agreement=[kappa, kappa | {"benchmark": "emogenie", "fleiss_kappa": 0.9}],
        arteculture_agreement=coefficients,
        arteculture_concept_emotions=concepts,
        arteculture_preferences=preferences,
    )
    with Marts(path) as opened:
        yield opened


def read(table: Table) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_csv(table), newline="")))


def texts(svg: bytes) -> list[str]:
    nodes = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return [part for node in nodes for part in ("".join(node.itertext()),) if part]


def test_labels_stand_in_each_culture_s_script_in_the_scale_s_order(marts):
    rows = read(data.arteculture_labels(marts))
    assert [row["Label"] for row in rows] == ["awe", "fear"]
    assert [(r["Chinese name"], r["Chinese"], r["Chinese %"]) for r in rows] == [
        ("敬畏", "1", "25.0"),
        ("恐惧", "3", "75.0"),
    ]
    assert [(r["Arabic name"], r["Arabic"]) for r in rows] == [("رهبة", "4"), ("خوف", "0")]
    assert "| 敬畏 |" in to_markdown(data.arteculture_labels(marts))


def test_models_are_groups_and_the_best_setting_is_marked_inside_each(marts):
    table = models.arteculture_accuracy(marts)
    assert [group.heading for group in table.groups] == ["high", "low"]
    assert [[row[0].text for row in group.rows] for group in table.groups] == [["Orig.", "Know.", "SFT"]] * 2
    rows = read(table)
    assert [(r["English"], r["overall"], r["gain overall"]) for r in rows[3:]] == [
        ("25.0", "25.0", ""), ("37.5", "37.5", "12.5"), ("50.0", "50.0", "25.0"),
    ]  # fmt: skip
    assert list(rows[0])[2:6] == ["English", "Chinese", "Arabic", "overall"]
    for group in table.groups:
        assert [marks[1] for marks in table.marks(group)] == ["none", "second", "best"]
    # Orig. has no gain to miss: its cell is blank, without a footnote.
    assert not table.footnotes
    assert r"\textbf{75.00}" in to_latex(table)


def test_ablations_regions_languages_and_other_sets_are_tables_of_their_own(marts):
    ablation = models.arteculture_ablation(marts)
    assert ablation.caption == "Shown: low."
    rows = {row["Setting"]: row for row in read(ablation)}
    assert list(rows) == ["Orig.", "Random-Know.", "Know."]
    assert (rows["Random-Know."]["English"], rows["Random-Know."]["overall"]) == ("", "37.5")
    assert any("training images of the split: 2;" in note for note in ablation.notes)
    assert set(ablation.footnotes) >= {"no answer that counts was landed.", "nothing is landed for this."}
    assert [row["English"] for row in read(models.arteculture_accuracy_by_region(marts))] == ["87.5"]
    languages = read(models.arteculture_prompt_languages(marts))
    assert [(r["Prompt"], r["English"]) for r in languages][:1] == [("English", "25.0")]
    assert ("Arabic", "12.5") in [(r["Prompt"], r["English"]) for r in languages]
    other = models.arteculture_other_sets(marts)
    assert other.caption == "Shown: cedar, high."
    assert [(r["Setting"], r["Arabic"]) for r in read(other)] == [("Know.", "62.5")]


def test_agreement_is_over_retained_images_first_and_names_what_is_undefined(marts):
    table = data.arteculture_agreement(marts)
    assert [group.heading for group in table.groups] == ["retained images", "all images"]
    rows = read(table)
    assert [(r["Culture"], r["alpha"], r["Fleiss' kappa"]) for r in rows[:2]] == [
        ("English", "0.309", "0.3"),
        ("Arabic", "", "0.3"),
    ]
    assert list(table.footnotes) == ["undefined: single_category."]
    assert "0.088 over 4 images" in table.notes[0]


def test_concepts_stand_by_support_and_tied_labels_are_all_named(marts):
    rows = read(data.arteculture_concept_emotions(marts))
    assert [(r["Concept"], r["training images"], r["English"], r["English %"]) for r in rows] == [
        ("crane", "9", "awe", "75.0"),
        ("moon", "4", "awe, fear", "50.0"),
    ]


def test_preferences_are_shares_of_all_ratings(marts):
    table = models.arteculture_preferences(marts)
    assert [(r["Culture"], r["win %"], r["tie %"], r["loss %"]) for r in read(table)] == [
        ("English", "40.0", "50.0", "10.0"),
        ("Arabic", "0.0", "50.0", "50.0"),
    ]
    assert len(table.footnotes) == 2


def test_the_emotion_chart_holds_native_names_and_the_marts_shares(marts):
    shown = texts(to_svg(charts.arteculture_emotions(marts)))
    assert {"English", "Chinese · 中文", "Arabic · العربية", "敬畏", "恐惧", "رهبة", "خوف"} <= set(shown)
    assert sorted(t for t in shown if re.fullmatch(r"\d+\.\d", t)) == ["0.0", "100.0", "25.0", "25.0", "75.0", "75.0"]
    assert any("4 retained images" in text for text in shown)


def test_the_transition_chart_has_a_matrix_per_ordered_pair_with_n_and_shares_of_rows(marts):
    svg = to_svg(charts.arteculture_transitions(marts))
    shown = texts(svg)
    # English to Chinese: awe 1 + 2, fear 1; Chinese to English: awe 1, fear 2 + 1.
    assert {"awe  3", "fear  1", "敬畏  1", "恐惧  3"} <= {re.sub(r"\s+", "  ", t) for t in shown}
    assert sorted(t for t in shown if re.fullmatch(r"\d+|–", t)) == sorted(
        ["33", "67", "0", "100", "100", "0", "67", "33"]
    )
    assert re.search(r"over 4 images *with a label in every culture", " ".join(shown))


def test_the_gain_chart_draws_every_accuracy_once_and_orders_models_by_their_best(marts):
    svg = to_svg(charts.arteculture_accuracy_gains(marts)).decode()
    drawn = re.findall(r'aria-label="value: ([\d.]+); model: (\w+); setting: ([^;"]+)', svg)
    expected = [
        (f"{100 * (start + step / 8):g}", model, words)
        for model, start in (("low", 0.25), ("high", 0.5))
        for step, words in enumerate(("Orig.", "Know.", "SFT"))
        for _ in NAMES
    ]
    assert sorted(drawn) == sorted(expected)
    shown = texts(svg.encode())
    assert {"English", "Chinese", "Arabic", "All cultures", "Orig.", "Know.", "SFT"} <= set(shown)
    assert shown.index("high") < shown.index("low")
    assert shown.count("accuracy, % ↑") == len(NAMES)


@pytest.mark.parametrize("name", ["arteculture_emotions", "arteculture_transitions", "arteculture_accuracy_gains"])
def test_equal_marts_give_equal_bytes(marts, name):
    assert to_svg(getattr(charts, name)(marts)) == to_svg(getattr(charts, name)(marts))


def test_all_text_lies_on_the_canvas_however_long_a_name_is(marts, tmp_path):
    names = [f"family-of-models/with-a-very-long-checkpoint-path-v1.2.3-instruct-{end}" for end in "ab"]
    rows = [accuracy(name, "orig", culture, 0.0) for name in names for culture in ("english", "all")]
    with Marts(warehouse(tmp_path / "w.duckdb", arteculture_accuracy=rows)) as long:
        drawn = [to_svg(charts.arteculture_accuracy_gains(long)), to_svg(charts.arteculture_emotions(marts))]
    for svg in drawn:
        left, top, width, height = map(float, ElementTree.fromstring(svg).get("viewBox").split())
        for text, x, y, anchor, size, _ in placed(svg):
            # Letters are about half an em wide, characters of other scripts one.
            reach = size * sum(0.5 if ord(character) < 0x250 else 1.0 for character in text)
            start = x - {"start": 0.0, "middle": reach / 2, "end": reach}[anchor]
            slack = 0.15 * reach
            assert start >= left - slack, text
            assert start + reach <= left + width + slack, text
            assert top <= y - size * 0.7 and y <= top + height, text


def test_a_model_of_which_no_answer_counts_has_a_row_of_dashes_with_the_reason(tmp_path):
    rows = [
        *(accuracy("m", "orig", culture, 0.5) for culture in ("english", "all")),
        accuracy("m", "know", "all", None, unparsable_count=0),
        accuracy("silent", "all", "all", None, unparsable_count=0),
    ]
    with Marts(warehouse(tmp_path / "w.duckdb", arteculture_accuracy=rows)) as marts:
        table = models.arteculture_accuracy(marts)
        assert [
            [row["group"], row["Setting"], row["English"], row["overall"], row["answers"]] for row in read(table)
        ] == [
            ["m", "Orig.", "50.0", "50.0", "8"],
            ["m", "Know.", "", "", "0"],
            ["silent", "", "", "", "0"],
        ]
        assert set(table.footnotes) >= {"its file has no usable row.", "no answer that counts was landed."}
        with pytest.raises(NothingToShowError):
            models.arteculture_ablation(marts)
        assert "silent" not in to_svg(charts.arteculture_accuracy_gains(marts)).decode()


def test_without_a_row_there_is_nothing_to_show(tmp_path):
    only = [row | {"population": "all"} for row in label_shares()]
    odd = [accuracy("m", "zero", "all", 0.5, evaluation_set="cedar")]
    with Marts(warehouse(tmp_path / "w.duckdb", arteculture_label_shares=only, arteculture_accuracy=odd)) as marts:
        for make in (data.arteculture_labels, charts.arteculture_emotions):
            with pytest.raises(NothingToShowError, match="arteculture_label_shares"):
                make(marts)
        for make in (models.arteculture_accuracy, models.arteculture_ablation, charts.arteculture_accuracy_gains):
            with pytest.raises(NothingToShowError, match="arteculture_accuracy"):
                make(marts)


def test_parts_of_different_cultures_stand_under_the_same_columns(tmp_path):
    rows = [
        accuracy("m", "orig", "english", 0.25, region="western"),
        accuracy("m", "orig", "arabic", 0.5, region="non_western"),
        accuracy("m", "know", "arabic", None, region="non_western"),
        accuracy("m", "orig", "english", 0.25, evaluation_set="cedar"),
        accuracy("m", "orig", "arabic", 0.5, evaluation_set="other"),
    ]
    with Marts(warehouse(tmp_path / "w.duckdb", arteculture_accuracy=rows)) as marts:
        regions, sets = models.arteculture_accuracy_by_region(marts), models.arteculture_other_sets(marts)
    assert [(row["English"], row["Arabic"]) for row in read(regions)] == [("25.0", ""), ("", "50.0"), ("", "")]
    assert [(row["English"], row["Arabic"]) for row in read(sets)] == [("25.0", ""), ("", "50.0")]
    # Orig. has an accuracy; it is Know. that has none.
    assert "there is no accuracy under Orig. to compare with." not in regions.footnotes
