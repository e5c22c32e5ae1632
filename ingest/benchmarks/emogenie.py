"""EmoGenie: prompts, images, annotations, questions and what models answer, in the layouts that users bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ingest.benchmarks._emogenie_readers import (
    FORMATS,
    PERSPECTIVES,
    RATED,
    SPLITS,
    read_answers,
    read_descriptions,
    read_questions,
)
from ingest.spec import Benchmark, Field, Table, file_suffix

#: The taxonomy that each perspective is labelled with.
TAXONOMIES = {"expressed": "emogenie_expressed_emotion", "evoked": "emogenie_evoked_emotion"}
NESTED = "jsonl|json|parquet"


def _prompt(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Only an expressed emotion has an intensity."""
    evoked = row["perspective"] == "evoked" and row["intensity"] is not None
    return [("intensity", "intensity.not_applicable")] if evoked else []


def _assessed(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A prediction is a score or a probability of the high end, never both."""
    given = [name for name in ("score", "high_probability") if row[name] is not None]
    if len(given) == 1:
        return []
    return [("score", "score.ambiguous" if given else "score.missing")]


def _image(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """`all` names every image model together in the marts, so no image model can have that name."""
    return [("t2i_model", "t2i_model.reserved")] if row["t2i_model"] == "all" else []


PROMPTS = Table(
    name="prompts",
    pattern="prompts" + file_suffix(),
    check=_prompt,
    fields=(
        Field("prompt_id", "id", required=True),
        Field("perspective", "choice", required=True, choices=PERSPECTIVES),
        Field("emotion", "label", required=True, scale_by=("perspective", TAXONOMIES), reason_prefix="label"),
        Field("intensity", "choice", choices=("mild", "moderate", "intense")),
    ),
)

IMAGES = Table(
    name="images",
    pattern="images" + file_suffix(),
    check=_image,
    parser_version=2,
    fields=(
        Field("image_id", "id", required=True),
        Field("prompt_id", "id", required=True),
        Field("t2i_model", "id", required=True),
    ),
)

ANNOTATIONS = Table(
    name="annotations",
    pattern="annotations" + file_suffix(),
    anonymous_field="annotator_id",
    parser_version=2,
    fields=(
        Field("image_id", "id", required=True),
        Field("annotator_id", "id", reason_prefix="rater"),
        # Which taxonomy applies is known only with the image's prompt: a label of either is landed.
        Field("emotion", "label", required=True, scale=tuple(TAXONOMIES.values()), reason_prefix="label"),
        Field("intensity", "integer", low=1, high=5),
        *(Field(name, "integer", low=1, high=9) for name in ("valence", "arousal", "dominance")),
        Field("aesthetics", "integer", required=True, low=1, high=5),
        Field("annotated_at", "timestamp"),
    ),
)

QUESTION_OPTIONS = Table(
    name="question_options",
    fields=(
        Field("letter", "text", required=True),
        Field("option_text", "text", required=True),
        Field("option_folded", "text", required=True),
    ),
)

QUESTIONS = Table(
    name="questions",
    pattern="questions" + file_suffix(NESTED),
    read=read_questions,
    parser_version=3,
    companions=(QUESTION_OPTIONS,),
    fields=(
        Field("question_id", "id", required=True),
        Field("perspective", "choice", required=True, choices=PERSPECTIVES),
        Field("format", "choice", required=True, choices=FORMATS),
        Field("image_id_1", "id"),
        Field("image_id_2", "id"),
        Field("dimension", "text"),
        Field("answer", "text"),
        Field("split", "choice", choices=SPLITS),
        # 0: an open question.
        Field("option_count", "integer"),
    ),
)

ANSWER_LETTERS = Table(
    name="answer_letters",
    fields=(Field("pattern", "text", required=True), Field("letter", "text", required=True)),
)

ANSWERS = Table(
    name="answers",
    pattern=r"answers/(?P<model>[^/]+?)" + file_suffix("jsonl|json|csv|tsv|parquet"),
    read=read_answers,
    parser_version=2,
    companions=(ANSWER_LETTERS,),
    unit=("model",),
    fields=(
        Field("model", "id", required=True, origin="path"),
        Field("question_id", "id", required=True),
        Field("answer", "text"),
        Field("answer_folded", "text"),
    ),
)

EVIDENCE = Table(
    name="description_evidence",
    pattern="description_evidence" + file_suffix(),
    anonymous_field="annotator_id",
    parser_version=3,
    fields=(
        Field("question_id", "id", required=True),
        Field("annotator_id", "id", reason_prefix="rater"),
        Field("text", "text", required=True),
        Field("annotated_at", "timestamp"),
    ),
)

MODELS = Table(
    name="models",
    pattern="models" + file_suffix(),
    fields=(
        Field("model", "id", required=True),
        Field("kind", "choice", choices=("general", "emotion", "ours")),
        Field("backbone", "id"),
        Field("stage", "id"),
    ),
)

DESCRIPTION_RATINGS = Table(
    name="description_ratings",
    fields=(
        Field("evaluation", "integer", required=True),
        *(Field(name, "integer", required=True) for name in RATED),
    ),
)

DESCRIPTIONS = Table(
    name="descriptions",
    pattern=r"descriptions/(?P<model>[^/]+?)" + file_suffix(NESTED),
    read=read_descriptions,
    companions=(DESCRIPTION_RATINGS,),
    unit=("model",),
    fields=(
        Field("model", "id", required=True, origin="path"),
        Field("question_id", "id", required=True),
        Field("candidate", "text"),
        Field("reference", "text"),
        Field("judge", "id"),
        Field("candidate_word_count", "integer"),
        Field("reference_word_count", "integer"),
    ),
)

ASSESSMENTS = Table(
    name="assessments",
    pattern=r"assessments/(?P<model>[^/]+?)" + file_suffix(),
    check=_assessed,
    unit=("model",),
    fields=(
        Field("model", "id", required=True, origin="path"),
        Field("image_id", "id", required=True),
        Field("dimension", "choice", required=True, choices=("valence", "arousal", "dominance", "aesthetics")),
        Field("score", "number"),
        Field("high_probability", "number", low=0, high=1),
    ),
)

BENCHMARK = Benchmark(
    name="emogenie",
    tables=(
        PROMPTS,
        IMAGES,
        ANNOTATIONS,
        QUESTIONS,
        ANSWERS,
        EVIDENCE,
        MODELS,
        DESCRIPTIONS,
        ASSESSMENTS,
    ),
)
