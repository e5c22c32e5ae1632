"""EmoGenie's descriptions with five judge ratings, predicted scores, the second annotation round, and models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ingest.simulate._emogenie_questions import MODELS
from ingest.simulate.common import as_json, generator, write_csv, write_lines

RATED = ("correctness", "completeness", "relevance")
WORDS = (
    "the",
    "soft",
    "light",
    "falls",
    "across",
    "an",
    "empty",
    "street",
    "while",
    "figures",
    "lean",
    "closer",
    "calm",
)
REFERENCES = (
    "夕暮れの静かな湖と柔らかな光",
    "温暖的光线落在空荡的街道上，令人感到平静。",
    "잔잔한 호수 위로 빛이 내린다",
)


def write_models(folder: Path) -> None:
    """Write what each model is."""
    kinds = {"probe-8b": "ours", "beacon": "emotion", "flint": "emotion"}
    rows = [{"model": m, "kind": kinds.get(m, "general"), "backbone": None, "stage": None} for m in MODELS]
    rows[0] |= {"backbone": "grove-7b", "stage": "2"}
    write_csv(folder / "models.csv", ("model", "kind", "backbone", "stage"), rows)


def text(draw: Random, count: int) -> str:
    """Return so many words."""
    return " ".join(draw.choice(WORDS) for _ in range(count)) + ("." if count else "")


def write_descriptions(
    folder: Path,
    questions: Sequence[dict[str, Any]],
    seed: int,
    scale: float,
    truths: Counter[str],
    *,
    has_judge_study: bool = False,
) -> None:
    """Write each model's descriptions of the open questions, and the second round's evidence."""
    asked = [q for q in questions if "options" not in q]
    references = {}
    for number, question in enumerate(asked):
        draw = generator(seed, "reference", question["question_id"])
        # The first two questions have no reference.
        if number >= 2:
            references[question["question_id"]] = (
                draw.choice(REFERENCES) if number % 7 == 0 else text(draw, draw.randint(10, 30))
            )
    for position, model in enumerate(MODELS):
        draw = generator(seed, "descriptions", model)
        quality = 0.9 - 0.04 * position
        rows = [describe(question, references.get(question["question_id"]), quality, draw) for question in asked]
        rows[3]["candidate"] = ""
        if has_judge_study:
            rows = [unsteady(row, generator(seed, "judge study", model, row["question_id"])) for row in rows]
        truths["descriptions"] += len(rows)
        truths["descriptions_without_reference"] += 2
        if position == 0:
            rows.extend(faulty_descriptions(rows[4], truths))
        write_lines(folder / "descriptions" / f"{model}.jsonl", map(as_json, rows))
    chosen = asked[: max(4, round(400 * scale))]
    evidence = [
        {
            "question_id": q["question_id"],
            "annotator_id": f"expert-{n}",
            "text": text(generator(seed, "e", q["question_id"], n), 12),
        }
        for q in chosen
        for n in range(4)
    ]
    write_lines(folder / "description_evidence.jsonl", map(as_json, evidence))
    truths["evidence"] += len(evidence)


def describe(question: dict[str, Any], reference: str | None, quality: float, draw: Random) -> dict[str, Any]:
    """Return one description with five evaluations that mostly agree."""
    base = {name: sum(draw.random() < quality for _ in range(2)) for name in RATED}
    ratings = [
        {"evaluation": n, **{k: min(2, max(0, v + draw.choice((0, 0, 0, 0, -1, 1)))) for k, v in base.items()}}
        for n in range(1, 6)
    ]
    candidate = text(draw, draw.choice((2, 12, 18, 25, 40, 60, 90)))
    record: dict[str, Any] = {"question_id": question["question_id"], "candidate": candidate, "reference": reference}
    return {**record, "ratings": ratings, "judge": "judge-1"}


#: How the judge of a judge study departs from the middle score: chances of one point more and one less.
JUDGE_UP, JUDGE_DOWN = 0.15, 0.05


def unsteady(record: dict[str, Any], draw: Random) -> dict[str, Any]:
    """Return a description that the judge rates 1 five times, give or take one point with known chances."""

    def score() -> int:
        chance = draw.random()
        return 2 if chance < JUDGE_UP else 0 if chance < JUDGE_UP + JUDGE_DOWN else 1

    return {**record, "ratings": [{"evaluation": n, **{name: score() for name in RATED}} for n in range(1, 6)]}


def faulty_descriptions(good: dict[str, Any], truths: Counter[str]) -> list[dict[str, Any]]:
    """Return descriptions that are rejected, each with its reason counted."""
    ratings = good["ratings"]
    faults: dict[str, list[dict[str, Any]]] = {
        "ratings.incomplete": ratings[:4],
        "evaluation.duplicate": [*ratings, ratings[0]],
        "evaluation.out_of_range": [*ratings, {**ratings[0], "evaluation": 6}],
        "correctness.out_of_range": [{**ratings[0], "correctness": 3}, *ratings[1:]],
        "relevance.not_integer": [{**ratings[0], "relevance": 1.5}, *ratings[1:]],
        "completeness.missing": [{k: v for k, v in ratings[0].items() if k != "completeness"}, *ratings[1:]],
    }
    truths.update({f"reason:{reason}": 1 for reason in faults})
    return [{**good, "ratings": changed} for changed in faults.values()]


def write_assessments(
    folder: Path, images: Sequence[Any], truth: Callable[[Any, str], float], seed: int, truths: Counter[str]
) -> None:
    """Write each model's predictions for test images; the last model gives probabilities of the high end."""
    columns = ("image_id", "dimension", "score", "high_probability")
    tested = [i for i in images if i.split == "test"]
    for position, model in enumerate(MODELS):
        draw = generator(seed, "assessments", model)
        rows: list[dict[str, Any]] = []
        for image in tested:
            dimensions = (
                ("valence", "arousal", "dominance", "aesthetics") if image.perspective == "evoked" else ("aesthetics",)
            )
            for dimension in dimensions:
                high = 5 if dimension == "aesthetics" else 9
                value = truth(image, dimension) + draw.gauss(0, 0.4 + 0.2 * position)
                row: dict[str, Any] = {"image_id": image.id, "dimension": dimension}
                if model == "moss-1.5b":
                    row["high_probability"] = f"{min(1.0, max(0.0, (value - 1) / (high - 1))):.4f}"
                else:
                    row["score"] = f"{value:.3f}"
                rows.append(row)
        if position == 0:
            rows.extend(faulty_assessments(tested, truths))
        if position == 1:
            # A constant prediction has no correlation.
            rows = [{**row, "score": "3"} if row["dimension"] == "aesthetics" else row for row in rows]
        write_csv(folder / "assessments" / f"{model}.csv", columns, rows)
        truths["predictions"] += len(rows)


def faulty_assessments(tested: Sequence[Any], truths: Counter[str]) -> list[dict[str, Any]]:
    """Return rejected and excluded predictions, each with its reason counted."""
    image = tested[0].id
    expressed = next(i.id for i in tested if i.perspective == "expressed")
    truths.update(
        {
            "reason:score.ambiguous": 1,
            "reason:score.missing": 1,
            "reason:high_probability.out_of_range": 1,
            "reason:dimension.not_in_scale": 1,
            "excluded:assessments:valence.not_applicable": 1,
            "excluded:assessments:item.unknown": 1,
        }
    )
    return [
        {"image_id": image, "dimension": "aesthetics", "score": "3", "high_probability": "0.5"},
        {"image_id": image, "dimension": "aesthetics"},
        {"image_id": image, "dimension": "aesthetics", "high_probability": "1.5"},
        {"image_id": image, "dimension": "beauty", "score": "3"},
        {"image_id": expressed, "dimension": "valence", "score": "5"},
        {"image_id": "nowhere.png", "dimension": "aesthetics", "score": "3"},
    ]
