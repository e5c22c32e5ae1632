"""ArtECulture: artworks, three cultures' annotations, concepts and knowledge, predictions, ratings of explanations."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from ingest.deriving import Derive, Values, deriving, fields_of
from ingest.files import strip_compression
from ingest.scales import fold
from ingest.spec import Benchmark, Field, Source, Table, file_suffix
from ingest.text import LabelFinder, normalise_phrase, word_count

EMOTION, CULTURE, TRADITION = "arteculture_emotion", "arteculture_culture", "arteculture_tradition"
SETTINGS = ("orig", "know", "sft", "internal_know", "random_know", "cross_culture_know")
OWN_SET = "arteculture"

IMAGE_ID = Field("image_id", "id", required=True)
CULTURE_FIELD = Field("culture", "label", required=True, scale=CULTURE)
EMOTION_FIELD = Field("emotion", "label", required=True, scale=EMOTION, reason_prefix="label")
SETTING = Field("setting", "choice", required=True, choices=SETTINGS)
ANNOTATOR = Field("annotator_id", "id", reason_prefix="rater")
CONCEPT = Field("concept", "text", required=True)
WORDS = Field("explanation_word_count", "integer")
ANSWERED_AT = Field("annotated_at", "timestamp")


# --- what is derived --------------------------------------------------------------------------------------------------


def _composed(values: Values) -> Values:
    """Compose the image's id: painters' names arrive in both Unicode forms."""
    if values.get("image_id") is not None:
        values["image_id"] = unicodedata.normalize("NFC", values["image_id"])
    return values


def _words(values: Values) -> Values:
    """Count the explanation's words; a blank one is absent in every format, as it is in a CSV cell."""
    explanation = values.get("explanation")
    if explanation is not None and (not explanation or explanation.isspace()):
        explanation = None
    values |= {"explanation": explanation, WORDS.name: None if explanation is None else word_count(explanation)}
    return values


def _keyed(values: Values) -> Values:
    """Add the form under which concepts are compared; the original stays."""
    values["concept_key"] = normalise_phrase(values["concept"])
    if "knowledge_concept" in values:
        values["knowledge_concept_key"] = normalise_phrase(values["knowledge_concept"])
    return values


def _each(*steps: Callable[[Values], Values]) -> Derive:
    """Return the derivation that applies the steps to every row."""

    def turn(values: Values) -> Values:
        for step in steps:
            values = step(values)
        return values

    return lambda source: turn


def _artwork(values: Values) -> Values:
    if values["tradition"] == "Western" and values["region"] == "non_western":
        values["_counted"] = ("western tradition",)
    return _composed(values)


def _tell_artworks(source: Source, counted: Counter[str]) -> list[str]:
    count = counted["western tradition"]
    what = "artwork of Western tradition has" if count == 1 else "artworks of Western tradition have"
    return [f"{source.relative_path}: {count} {what} the region non_western. Check them."] if count else []


def _released(values: Values) -> Values:
    """Name an image of the released table as `art_style/painting`."""
    values["image_id"] = f"{values['art_style'].strip()}/{values['painting'].strip()}"
    return _words(_composed(values))


def _tell_cultures(source: Source, counted: Counter[str]) -> list[str]:
    """Say once per file how many rows are of a culture that is not registered."""
    prefix = "culture.not_in_scale: "
    return [
        f"{source.relative_path}: {count} row{'' if count == 1 else 's'} of culture {key.removeprefix(prefix)!r} "
        "not read, since it is not registered (culture.not_in_scale)."
        for key, count in sorted(counted.items())
        if key.startswith(prefix)
    ]


def _given(source: Source) -> Callable[[str | None], Any]:
    """Return the function that gives a `json` field as its file has it: a cell's text, elsewhere any JSON value."""
    is_cell = strip_compression(source.path.name).lower().endswith((".csv", ".tsv", ".txt"))
    return lambda text: text if text is None or is_cell else json.loads(text)


def _prediction(source: Source) -> Callable[[Values], Values]:
    """Read the emotion out of the model's text and fill the defaults of a prediction."""
    finder = LabelFinder(source.scales[EMOTION].lookup)
    languages = source.scales[CULTURE].lookup
    given = _given(source)

    def turn(values: Values) -> Values:
        answer = given(values["emotion"])
        if answer is not None and not isinstance(answer, str):
            values |= {"emotion_label": None, "parse_rule": "wrong_type"}
        else:
            named = finder.find(answer or "")
            values |= {"emotion": answer, "emotion_label": named.label, "parse_rule": named.rule}
        language = values["prompt_language"]
        values["prompt_language"] = values["culture"] if language is None else _language(languages, language)
        values["evaluation_set"] = OWN_SET if _is_own_set(values) else values["evaluation_set"]
        return _words(_composed(values))

    return turn


def _is_own_set(row: Mapping[str, Any]) -> bool:
    """Say whether a prediction is on the benchmark's own images; another set's name is kept as it is written."""
    return fold(row["evaluation_set"] or "") in {"", OWN_SET}


def _language(languages: Mapping[str, str], name: str) -> str:
    return languages.get(fold(name), fold(name))


def _preference(source: Source) -> Callable[[Values], Values]:
    """Keep which side was shown first where it is readable."""
    given = _given(source)

    def turn(values: Values) -> Values:
        shown = given(values["first_shown"])
        shown = fold(shown) if isinstance(shown, str) else shown
        values["first_shown"] = shown if shown in ("a", "b") else None
        values["is_first_shown_unreadable"] = shown not in ("a", "b", "", None)
        if values["is_first_shown_unreadable"]:
            values["_counted"] = ("unreadable",)
        return _composed(values)

    return turn


def _tell_preferences(source: Source, counted: Counter[str]) -> list[str]:
    count = counted["unreadable"]
    return [f"{source.relative_path}: first_shown is neither a nor b in {count} rows; it is not read."] if count else []


# --- what one row shows -----------------------------------------------------------------------------------------------


def _gold_given(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A prediction on another evaluation set brings the set's own label."""
    return [] if _is_own_set(row) or row["gold_emotion"] is not None else [("gold_emotion", "gold_emotion.missing")]


def _settings_differ(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [("setting_b", "setting.same")] if row["setting_a"] == row["setting_b"] else []


# --- tables -----------------------------------------------------------------------------------------------------------


def _table(
    name: str,
    received: tuple[Field, ...],
    derive: Derive,
    derived: Mapping[str, Field | None] | None = None,
    tell: Callable[[Source, Counter[str]], list[str]] | None = None,
    pattern: str | None = None,
    **options: Any,
) -> Table:
    return Table(
        name=name,
        pattern=(pattern or name) + file_suffix(),
        fields=fields_of(received, derived or {}),
        read=deriving(received, derive, tell),
        **options,
    )


def _plain(name: str, fields: tuple[Field, ...]) -> Table:
    return Table(name=name, pattern=name + file_suffix(), fields=fields)


ARTWORKS = _table(
    "artworks",
    (
        IMAGE_ID,
        Field("source", "choice", required=True, choices=("artelingo", "vulca_bench")),
        Field("tradition", "label", required=True, scale=TRADITION),
        Field("region", "choice", required=True, choices=("western", "non_western")),
        Field("split", "choice", choices=("train", "validation", "test")),
    ),
    _each(_artwork),
    tell=_tell_artworks,
)

ANNOTATIONS = _table(
    "annotations",
    (
        IMAGE_ID,
        CULTURE_FIELD,
        EMOTION_FIELD,
        ANNOTATOR,
        Field("explanation"),
        Field("annotation_round", "integer", low=1, high=2),
        ANSWERED_AT,
    ),
    _each(_composed, _words),
    {WORDS.name: WORDS},
    tell=_tell_cultures,
    anonymous_field="annotator_id",
    parser_version=2,
)

ARTELINGO = _table(
    "artelingo",
    (
        Field("art_style", "id", required=True),
        Field("painting", "id", required=True),
        EMOTION_FIELD,
        Field("explanation", source="utterance"),
        Field("culture", "label", required=True, scale=CULTURE, source="language", reason_prefix="culture"),
        # The release's own split is kept to be looked at; nothing here uses it.
        Field("released_split", "id", source="split"),
    ),
    _each(_released),
    {"image_id": Field("image_id", "id"), WORDS.name: WORDS},
    tell=_tell_cultures,
    pattern=r"artelingo(?:_release)?",
    is_anonymous=True,
    parser_version=2,
)

CONCEPTS = _table(
    "concepts", (IMAGE_ID, CONCEPT), _each(_composed, _keyed), {"concept_key": Field("concept_key", "id")}
)

RATIONALES = _table(
    "rationales",
    (CONCEPT, CULTURE_FIELD, EMOTION_FIELD, Field("rationale", required=True)),
    _each(_keyed),
    {"concept_key": Field("concept_key", "id")},
)

VALIDATIONS = _table(
    "validations",
    (CONCEPT, CULTURE_FIELD, Field("judge", "id", required=True), EMOTION_FIELD),
    _each(_keyed),
    {"concept_key": Field("concept_key", "id")},
)

REVIEWS = _table(
    "reviews",
    (CONCEPT, CULTURE_FIELD, Field("accepted", "boolean", required=True), ANSWERED_AT),
    _each(_keyed),
    {"concept_key": Field("concept_key", "id")},
    parser_version=2,
)

PREDICTIONS = _table(
    "predictions",
    (
        Field("model", "id", required=True, origin="path"),
        SETTING,
        CULTURE_FIELD,
        IMAGE_ID,
        Field("prompt_language", "id"),
        # Anything that a model gave: what is no text is no label either, and is counted.
        Field("emotion", "json"),
        Field("explanation"),
        Field("evaluation_set", "id"),
        Field("gold_emotion", "label", scale=EMOTION, reason_prefix="label"),
    ),
    _prediction,
    {
        "emotion": Field("emotion", "text"),
        "emotion_label": Field("emotion_label", "label", scale=EMOTION),
        "parse_rule": Field("parse_rule", "id"),
        WORDS.name: WORDS,
    },
    pattern=r"predictions/(?P<model>[^/]+?)",
    check=_gold_given,
    parser_version=2,
)

TEST_CONCEPTS = _table(
    "test_concepts",
    (Field("model", "id", required=True), IMAGE_ID, CONCEPT),
    _each(_composed, _keyed),
    {"concept_key": Field("concept_key", "id")},
)

SIMILARITY = _table(
    "similarity",
    (
        CONCEPT,
        Field("knowledge_concept", "text", required=True),
        Field("cosine", "number", required=True, low=-1, high=1),
    ),
    _each(_keyed),
    {"concept_key": Field("concept_key", "id"), "knowledge_concept_key": Field("knowledge_concept_key", "id")},
)

ANNOTATORS = _plain(
    "annotators",
    (
        Field("annotator_id", "id", required=True, reason_prefix="rater"),
        CULTURE_FIELD,
        Field("residence", "id"),
    ),
)

EXPLANATION_SCORES = _table(
    "explanation_scores",
    (
        Field("judge", "id", required=True),
        Field("model", "id", required=True),
        SETTING,
        CULTURE_FIELD,
        IMAGE_ID,
        Field("score", "integer", required=True, low=1, high=5),
    ),
    _each(_composed),
)

PREFERENCES = _table(
    "preferences",
    (
        IMAGE_ID,
        CULTURE_FIELD,
        Field("setting_a", "choice", required=True, choices=SETTINGS),
        Field("setting_b", "choice", required=True, choices=SETTINGS),
        Field("verdict", "choice", required=True, choices=("a", "b", "tie")),
        ANNOTATOR,
        Field("model", "id"),
        # Anything that a file says: what is neither side is not read, and is counted.
        Field("first_shown", "json"),
        ANSWERED_AT,
    ),
    _preference,
    {
        "first_shown": Field("first_shown", "id"),
        "is_first_shown_unreadable": Field("is_first_shown_unreadable", "boolean"),
    },
    tell=_tell_preferences,
    check=_settings_differ,
    anonymous_field="annotator_id",
    parser_version=3,
)

BENCHMARK = Benchmark(
    name="arteculture",
    tables=(
        ARTWORKS, ANNOTATIONS, ARTELINGO, CONCEPTS, RATIONALES, VALIDATIONS, REVIEWS, PREDICTIONS, TEST_CONCEPTS,
        SIMILARITY, ANNOTATORS, EXPLANATION_SCORES, PREFERENCES,
    ),
)  # fmt: skip
