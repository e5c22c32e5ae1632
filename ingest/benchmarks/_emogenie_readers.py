"""EmoGenie's nested files: questions with options, answers as text, descriptions with five ratings."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from ingest.benchmarks._emogenie_text import answer_letters, folded, word_count
from ingest.json_text import shown
from ingest.parse import parse
from ingest.scales import fold
from ingest.spec import Batch, Field, Reject, Source, Table

PERSPECTIVES, FORMATS, SPLITS = ("expressed", "evoked"), ("single", "pair"), ("train", "test", "validation")
RATED = ("correctness", "completeness", "relevance")
EVALUATIONS = (1, 2, 3, 4, 5)

#: (field, reason code, value) of a fault.
Fault = tuple[str, str, Any]

_QUESTION = Table(
    name="questions",
    has_payload=True,
    fields=(
        Field("question_id", "id", required=True),
        Field("perspective", "choice", required=True, choices=PERSPECTIVES),
        Field("format", "choice", required=True, choices=FORMATS),
        Field("image_ids", "json", required=True),
        Field("dimension", "text"),
        Field("options", "json"),
        Field("answer", "json"),
        Field("split", "choice", choices=SPLITS),
    ),
)

_ANSWER = Table(
    name="answers",
    fields=(
        Field("model", "id", required=True, origin="path"),
        Field("question_id", "id", required=True),
        Field("answer", "text"),
    ),
)

_DESCRIPTION = Table(
    name="descriptions",
    has_payload=True,
    fields=(
        Field("model", "id", required=True, origin="path"),
        Field("question_id", "id", required=True),
        Field("ratings", "json", required=True),
        Field("candidate", "text"),
        Field("reference", "text"),
        Field("judge", "id"),
    ),
)


def read_questions(table: Table, source: Source) -> Iterator[Batch]:
    """Yield questions (`image_id_1`, `image_id_2`, no lists) and, as rows of the companion, their options."""
    options_table = table.companions[0].name
    for batch in parse(_QUESTION, source):
        landed = Batch(rejects=batch.rejects, received=batch.received, notes=batch.notes)
        questions: list[tuple[Any, ...]] = landed.rows.setdefault(table.name, [])
        offered: list[tuple[Any, ...]] = landed.rows.setdefault(options_table, [])
        for (
            question_id,
            perspective,
            form,
            images,
            dimension,
            options,
            answer,
            split,
            number,
            payload,
        ) in batch.rows.get(_QUESTION.name, ()):
            image_ids, faults = _images(json.loads(images), form)
            letters: dict[str, str] = {}
            key = None
            if options is not None:
                letters, option_faults = _options(json.loads(options))
                key, key_faults = _key(None if answer is None else json.loads(answer), letters)
                faults += option_faults + ([] if option_faults else key_faults)
                faults += [
                    (name, f"{name}.missing", None)
                    for name, value in (("dimension", dimension), ("split", split))
                    if value is None or not value.strip()
                ]
            named = fold(dimension) if dimension and dimension.strip() else None
            if named == "all":
                # The marts' name for all dimensions together.
                faults.append(("dimension", "dimension.reserved", dimension))
            if faults:
                landed.rejects.extend(_rejects(number, faults, payload))
                continue
            first, second = (*image_ids, None)[:2]
            questions.append((question_id, perspective, form, first, second, named, key, split, len(letters), number))
            offered.extend((letter, text, folded(text), number) for letter, text in sorted(letters.items()))
        yield landed


def _images(value: Any, form: str) -> tuple[list[str], list[Fault]]:
    if not isinstance(value, list):
        return [], [("image_ids", "image_ids.wrong_type", value)]
    if any(item is not None and not isinstance(item, str) for item in value):
        return [], [("image_ids", "id.wrong_type", value)]
    if not all(item and item.strip() for item in value):
        return [], [("image_ids", "image_ids.missing", value)]
    image_ids = [item.strip() for item in value]
    if len(image_ids) != {"single": 1, "pair": 2}[form]:
        return [], [("image_ids", "image_ids.wrong_count", value)]
    if len(set(image_ids)) != len(image_ids):
        return [], [("image_ids", "image_ids.duplicate", value)]
    return image_ids, []


def _options(value: Any) -> tuple[dict[str, str], list[Fault]]:
    """Return options by upper-case letter. Parquet gives every letter of the file to each row: null is not offered."""
    if not isinstance(value, dict):
        return {}, [("options", "options.wrong_type", value)]
    options: dict[str, str] = {}
    for name, text in value.items():
        if text is None:
            continue
        letter = fold(name).upper()
        if not (len(letter) == 1 and letter.isascii() and letter.isalpha()):
            return {}, [("options", "options.not_a_letter", name)]
        if not isinstance(text, str):
            return {}, [("options", "options.wrong_type", text)]
        if not text.strip():
            return {}, [("options", "options.blank", name)]
        if letter in options:
            return {}, [("options", "options.duplicate", name)]
        options[letter] = text
    return (options, []) if len(options) >= 2 else ({}, [("options", "options.too_few", value)])


def _key(value: Any, options: dict[str, str]) -> tuple[str | None, list[Fault]]:
    if value is None:
        return None, [("answer", "answer.missing", None)]
    if not isinstance(value, str):
        return None, [("answer", "answer.wrong_type", value)]
    if not value.strip():
        return None, [("answer", "answer.missing", value)]
    letter = fold(value).upper()
    return (letter, []) if letter in options else (None, [("answer", "answer.not_offered", value)])


def read_answers(table: Table, source: Source) -> Iterator[Batch]:
    """Yield answers with their folded text and, as rows of the companion, the letters that the patterns give."""
    letters_table = table.companions[0].name
    for batch in parse(_ANSWER, source):
        landed = Batch(rejects=batch.rejects, received=batch.received, notes=batch.notes)
        answers: list[tuple[Any, ...]] = landed.rows.setdefault(table.name, [])
        letters: list[tuple[Any, ...]] = landed.rows.setdefault(letters_table, [])
        for model, question_id, answer, number in batch.rows.get(_ANSWER.name, ()):
            answers.append((model, question_id, answer, None if answer is None else folded(answer), number))
            letters.extend((pattern, letter, number) for pattern, letter in answer_letters(answer or ""))
        yield landed


def read_descriptions(table: Table, source: Source) -> Iterator[Batch]:
    """Yield descriptions with their word counts and, as rows of the companion, the five evaluations."""
    ratings_table = table.companions[0].name
    for batch in parse(_DESCRIPTION, source):
        landed = Batch(rejects=batch.rejects, received=batch.received, notes=batch.notes)
        descriptions: list[tuple[Any, ...]] = landed.rows.setdefault(table.name, [])
        rated: list[tuple[Any, ...]] = landed.rows.setdefault(ratings_table, [])
        for model, question_id, ratings, candidate, reference, judge, number, payload in batch.rows.get(
            _DESCRIPTION.name, ()
        ):
            evaluations, faults = _evaluations(json.loads(ratings))
            if faults:
                landed.rejects.extend(_rejects(number, faults, payload))
                continue
            counts = (word_count(candidate), word_count(reference))
            descriptions.append((model, question_id, candidate, reference, judge, *counts, number))
            rated.extend((evaluation, *scores, number) for evaluation, scores in sorted(evaluations.items()))
        yield landed


def _evaluations(value: Any) -> tuple[dict[int, tuple[int, ...]], list[Fault]]:
    """Return the scores by evaluation: exactly 1 to 5, each with three whole numbers 0 to 2."""
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        return {}, [("ratings", "ratings.wrong_type", value)]
    found: dict[int, tuple[int, ...]] = {}
    faults: list[Fault] = []
    for item in value:
        evaluation, reason = _whole(item.get("evaluation"), 1, 5)
        if reason:
            faults.append(("evaluation", f"evaluation.{reason}", item.get("evaluation")))
        scores = []
        for name in RATED:
            score, fault = _whole(item.get(name), 0, 2)
            scores.append(score)
            if fault:
                faults.append((name, f"{name}.{fault}", item.get(name)))
        if evaluation in found:
            faults.append(("evaluation", "evaluation.duplicate", evaluation))
        found[evaluation] = tuple(scores)
    if not faults and len(found) != len(EVALUATIONS):
        faults.append(("ratings", "ratings.incomplete", sorted(found)))
    return found, faults


def _whole(value: Any, low: int, high: int) -> tuple[int, str | None]:
    """Return a whole number of the range, or the reason why it is none; JSON's 2.0 is 2."""
    if value is None:
        return -1, "missing"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return -1, "wrong_type"
    # A whole number of JSON may be too large for a double, which isfinite asks for.
    if isinstance(value, float) and not math.isfinite(value):
        return -1, "non_finite"
    if value != int(value):
        return -1, "not_integer"
    return (int(value), None) if low <= value <= high else (-1, "out_of_range")


def _rejects(number: int, faults: Sequence[Fault], payload: str) -> list[Reject]:
    """Return the faults of one row, each (field, reason) once."""
    unique = {(field, reason): value for field, reason, value in reversed(faults)}
    return [Reject(number, field, reason, shown(value), payload) for (field, reason), value in reversed(unique.items())]
