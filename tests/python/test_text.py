"""Labels out of free text, concepts and word counts: the rules, and what they miss."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import ROOT
from ingest.scales import build_scales, shipped_rows
from ingest.text import LabelFinder, normalise_phrase, word_count

SCALE = build_scales(shipped_rows(ROOT / "seeds"), "seeds")["arteculture_emotion"]
FINDER = LabelFinder(SCALE.lookup)


@pytest.mark.parametrize(
    ("text", "label", "rule"),
    [
        ("awe", "awe", "exact"),
        ("  AWE\u00a0", "awe", "exact"),
        ("Ａｗｅ", "awe", "exact"),
        ("Something Else", "other", "exact"),
        ("敬畏", "awe", "exact"),
        ("満足", "contentment", "exact"),
        ("الخوف", "fear", "exact"),
        ("خوف", "fear", "exact"),
        ("Awe.", "awe", "only_label"),
        ("**Emotion:** awe", "awe", "only_label"),
        ("_awe_", "awe", "only_label"),
        ("__Fear__ of the sea", "fear", "only_label"),
        ("I would feel fear, and fear again.", "fear", "only_label"),
        ("我感到敬畏。", "awe", "only_label"),
        ("とても悲しみを感じる", "sadness", "only_label"),
        ("المشاعر: الحزن!", "sadness", "only_label"),
        ("Contentment (满足)", "contentment", "only_label"),
        ("It is something else", "other", "only_label"),
    ],
)
def test_a_text_gives_the_label_that_it_names(text, label, rule):
    assert FINDER.find(text) == (label, rule)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("awe and fear", "several_labels"),
        ("敬畏与恐惧", "several_labels"),
        # Known misses: negation with two labels, inflected words, synonyms, attached prepositions, vowel signs.
        ("not fear but awe", "several_labels"),
        ("contentment, unlike other viewers", "several_labels"),
        ("awesome", "no_label"),
        ("fearful", "no_label"),
        ("happiness", "no_label"),
        ("أشعر بالخوف", "no_label"),
        ("خَوف", "no_label"),
        ("aw\u200be", "no_label"),
        ("I cannot tell.", "no_label"),
        ("", "blank"),
        (" \n", "blank"),
    ],
)
def test_a_text_that_names_none_or_several_gives_no_label(text, rule):
    assert FINDER.find(text) == (None, rule)


def test_a_negated_label_is_still_taken_and_that_is_a_known_miss():
    assert FINDER.find("This is not fear.") == ("fear", "only_label")


@pytest.mark.parametrize("label", SCALE.labels)
def test_every_name_of_every_label_is_read_exactly_and_in_a_sentence(label):
    for name, meant in SCALE.lookup.items():
        if meant == label:
            assert FINDER.find(name.upper()) == (label, "exact")
            assert FINDER.find(f"... {name} !") == (label, "only_label")


@given(st.text())
def test_any_text_gives_a_label_of_the_scale_or_none(text):
    label, rule = FINDER.find(text)
    assert (label in SCALE.labels) == (rule in {"exact", "only_label"})


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0), ("one two", 2), ("one, two … !", 2), ("明月几时有？", 5), ("かな カタカナ", 6), ("ラーメン", 4),
        ("the 明月 shines", 4), ("don't stop", 2), ("3 pm", 2), ("الضوء الهادئ", 2), ("달이 밝다", 2), ("—", 0), ("人々", 2),
        ("U.S.A", 1), ("𠮷野家", 3),
    ],
)  # fmt: skip
def test_words_are_han_and_kana_characters_and_pieces_with_letters(text, count):
    assert word_count(text) == count


@pytest.mark.parametrize("text", ["Full Moon", " full  moon ", "ＦＵＬＬ　ＭＯＯＮ", "full\tmoon", "Full\u00a0Moon"])
def test_concepts_are_one_whatever_their_case_width_and_spaces(text):
    assert normalise_phrase(text) == "full moon"


def test_concepts_are_nothing_fuzzier():
    assert len({normalise_phrase(text) for text in ("moon", "moons", "the moon", "moon.", "mo\u200bon")}) == 5


@given(st.text())
def test_a_normal_form_is_its_own(text):
    assert normalise_phrase(normalise_phrase(text)) == normalise_phrase(text)
