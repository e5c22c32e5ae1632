"""What models bring to ArtECulture: predictions, extracted concepts, scored explanations, human preferences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

from ingest.simulate.common import as_json, generator, write_csv, write_lines

CULTURES = ("english", "chinese", "arabic")
#: Models with their accuracy in each culture without knowledge, in percent.
MODELS = {
    "gemini-3.5-flash": (58, 50, 41), "gpt-5.5": (57, 49, 40), "claude-opus-4.8": (56, 48, 40),
    "qwen3.6-27b": (55, 45, 38), "qwen3.6-9b": (53, 42, 36), "qwen3-vl-8b": (52, 41, 35), "qwen3-vl-32b": (54, 44, 37),
    "internvl3.5-8b": (51, 42, 34), "internvl3.5-38b": (54, 43, 36), "gemma-4-12b": (52, 40, 36),
    "gemma-4-27b": (53, 42, 37), "llava-onevision-7b": (48, 38, 33), "minicpm-v-4.5": (50, 41, 34),
    "glm-4.5v": (53, 44, 36), "kimi-vl-16b": (50, 42, 34), "mistral-small-24b": (51, 38, 35),
}  # fmt: skip
STUDIED = "qwen3.6-27b"
#: What a setting adds to the accuracy in each culture, in percent points.
GAINS = {
    "orig": (0, 0, 0), "know": (1, 12, 5), "sft": (8, 18, 16), "internal_know": (1, 2, -1),
    "random_know": (2, 3, 3), "cross_culture_know": (2, 4, 4),
}  # fmt: skip
MAIN = ("orig", "know", "sft")
NAMES = {
    "english": dict(zip(
        ("contentment", "awe", "amusement", "sadness", "fear", "excitement", "disgust", "anger", "other"),
        ("contentment", "awe", "amusement", "sadness", "fear", "excitement", "disgust", "anger", "something else"),
        strict=True)),
    "chinese": dict(zip(
        ("contentment", "awe", "amusement", "sadness", "fear", "excitement", "disgust", "anger", "other"),
        ("满足", "敬畏", "愉悦", "悲伤", "恐惧", "兴奋", "厌恶", "愤怒", "其他"), strict=True)),
    "arabic": dict(zip(
        ("contentment", "awe", "amusement", "sadness", "fear", "excitement", "disgust", "anger", "other"),
        ("الرضا", "رهبة", "التسلية", "حزن", "الخوف", "إثارة", "اشمئزاز", "الغضب", "أخرى"), strict=True)),
}  # fmt: skip
LABELS = tuple(NAMES["english"])
FRAMES = {"english": "I feel {}.", "chinese": "我感到{}。", "arabic": "أشعر ب: {}!"}
WORDS = {"english": "light ", "chinese": "光", "arabic": "ضوء "}
JUDGES = ("C5", "G4V")
CEDAR_IMAGES = 133


class HasLabels(Protocol):
    """What is needed of an image: its id, its labels by culture, its split, its concepts."""

    id: str
    labels: dict[str, str | None]
    concepts: list[str]

    @property
    def split(self) -> str:
        """The side of the split."""

    @property
    def is_retained(self) -> bool:
        """Whether every culture has a label."""


@dataclass
class Truths:
    """What was planted, as counts."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, count: int = 1) -> None:
        """Count something planted."""
        self.counts[name] += count


def write_models(
    folder: Path,
    seed: int,
    retained: Sequence[HasLabels],
    images: Sequence[HasLabels],
    kept: Mapping[str, Sequence[str]],
    truths: Truths,
    *,
    has_judge_study: bool = False,
) -> None:
    """Write every file that models and those who rate them bring."""
    test = [image for image in retained if image.split == "test"]
    for model in MODELS:
        rows = list(main_predictions(seed, model, test, truths))
        if model == STUDIED:
            rows += studied_predictions(seed, test, len(retained), truths)
            rows = [*rows, *misplaced_predictions(rows, retained, images, truths)]
        write_lines(folder / "predictions" / f"{model}.jsonl", map(as_json, rows))
        truths.add("prediction_rows", len(rows))
    write_test_concepts(folder, seed, test, kept, truths)
    (write_judge_study if has_judge_study else write_scores)(folder, seed, test, truths)
    write_preferences(folder, seed, test[:100], truths)


# --- predictions ------------------------------------------------------------------------------------------------------


def main_predictions(seed: int, model: str, test: Sequence[HasLabels], truths: Truths) -> Iterator[dict[str, Any]]:
    """Yield the answers of the main table; a few never come."""
    for setting in MAIN:
        for culture in CULTURES:
            draw = generator(seed, model, setting, culture)
            key = f"{model}/{setting}/{culture}"
            truths.add(f"correct:{key}", 0)
            for image in test:
                row, is_correct = answer(draw, model, setting, culture, culture, str(image.labels[culture]))
                if draw.random() < 0.005:
                    truths.add(f"missing:{key}")
                    continue
                truths.add(f"correct:{key}", int(is_correct))
                truths.add(f"answers:{key}")
                yield {"setting": setting, "culture": culture, "image_id": image.id, **row}


def studied_predictions(
    seed: int, test: Sequence[HasLabels], image_count: int, truths: Truths
) -> Iterator[dict[str, Any]]:
    """Yield the studied model's ablations, its answers to prompts in other languages, and another evaluation set."""
    for setting in ("internal_know", "random_know", "cross_culture_know"):
        for culture in CULTURES:
            draw = generator(seed, "ablation", setting, culture)
            for image in test:
                row, is_correct = answer(draw, STUDIED, setting, culture, culture, str(image.labels[culture]))
                truths.add(f"correct:{STUDIED}/{setting}/{culture}", int(is_correct))
                yield {"setting": setting, "culture": culture, "image_id": image.id, **row}
    for culture in CULTURES:
        for language in CULTURES:
            if language != culture:
                draw = generator(seed, "language", culture, language)
                for image in test:
                    row, is_correct = answer(draw, STUDIED, "orig", culture, language, str(image.labels[culture]))
                    truths.add(f"correct_language:{culture}/{language}", int(is_correct))
                    place = {"setting": "orig", "culture": culture, "prompt_language": language}
                    yield {**place, "image_id": image.id, **row}
    for setting in MAIN:
        for culture in CULTURES:
            for number in range(min(CEDAR_IMAGES, max(10, image_count // 50))):
                gold = generator(seed, "cedar", culture, number).choice(LABELS)
                draw = generator(seed, "cedar", setting, culture, number)
                row, is_correct = answer(draw, STUDIED, setting, culture, culture, gold)
                truths.add(f"correct_cedar:{setting}/{culture}", int(is_correct))
                place = {"setting": setting, "culture": culture, "image_id": f"cedar-{number}"}
                yield {**place, **row, "evaluation_set": "cedar", "gold_emotion": gold}


def misplaced_predictions(
    rows: Sequence[dict[str, Any]], retained: Sequence[HasLabels], images: Sequence[HasLabels], truths: Truths
) -> list[dict[str, Any]]:
    """Return answers on training, discarded and unknown images, a repeated one, and rows that are refused."""
    first = rows[0]
    training = next(image for image in retained if image.split == "train")
    discarded = next(image for image in images if not image.is_retained)
    misplaced = [
        {**first, "image_id": training.id, "emotion": "no idea"},
        {**first, "image_id": discarded.id},
        {**first, "image_id": "vulca-never-came"},
        dict(first),
        {**first, "setting": "guess"},
        {**first, "culture": "klingon"},
        {**first, "evaluation_set": "cedar"},
    ]
    for name in ("item.not_retained", "item.unknown", "row.duplicate"):
        truths.add(f"excluded:predictions/{name}")
    for name in ("setting.not_in_scale", "culture.not_in_scale", "gold_emotion.missing"):
        truths.add(f"reason:{name}")
    truths.add("training_predictions")
    return misplaced


def answer(
    draw: Random, model: str, setting: str, culture: str, language: str, gold: str
) -> tuple[dict[str, Any], bool]:
    """Return an answer (the model's text for the emotion, and an explanation) and whether its label is the gold one."""
    place = CULTURES.index(culture)
    accuracy = MODELS[model][place] + GAINS[setting][place] - (0 if language == culture else 3)
    label = gold if draw.random() * 100 < accuracy else draw.choice([name for name in LABELS if name != gold])
    name = NAMES[language][label]
    chance = draw.random()
    emotion: Any = name
    is_read = True
    if chance < 0.1:
        emotion = FRAMES[language].format(name)
    elif chance < 0.2:
        emotion = f" {name.upper()} "
    elif chance < 0.21:
        other = NAMES[language][draw.choice([other for other in LABELS if other != label])]
        emotion, is_read = f"{name} / {other}", False
    elif chance < 0.215:
        emotion, is_read = draw.choice(("", None, 3, ["awe"], "no clear feeling")), False
    words = draw.randint(12, 40)
    explanation = None if draw.random() < 0.01 else (WORDS[language] * words).strip() + "."
    return {"emotion": emotion, "explanation": explanation}, is_read and label == gold


# --- what is built on them --------------------------------------------------------------------------------------------


def write_test_concepts(
    folder: Path, seed: int, test: Sequence[HasLabels], kept: Mapping[str, Sequence[str]], truths: Truths
) -> None:
    """Write the concepts that models extract at inference, and similarities that reach the knowledge base or not."""
    known = sorted(set().union(*kept.values()))
    draw = generator(seed, "similarity")
    similar = []
    for number, concept in enumerate(known):
        cosine = round(draw.uniform(0.6, 0.98), 4) if number else 0.8
        similar.append({"concept": f"grove of {concept}", "knowledge_concept": concept, "cosine": cosine})
    # Two equally similar concepts: the smaller one is retrieved.
    similar += [{"concept": "tied thing", "knowledge_concept": concept, "cosine": 0.9} for concept in known[:2]]
    write_csv(folder / "similarity.csv", ("concept", "knowledge_concept", "cosine"), similar)
    rows = []
    for model in MODELS:
        draw = generator(seed, "test_concepts", model)
        for image in test:
            for concept in draw.sample(image.concepts, min(4, len(image.concepts))):
                chance = draw.random()
                shown = concept if chance < 0.5 else f"grove of {concept}" if chance < 0.8 else f"odd {concept}"
                rows.append({"model": model, "image_id": image.id, "concept": shown})
            if draw.random() < 0.02:
                rows.append({"model": model, "image_id": image.id, "concept": "Tied  Thing"})
    truths.add("test_concept_rows", len(rows))
    write_csv(folder / "test_concepts.csv", ("model", "image_id", "concept"), rows)


def write_scores(folder: Path, seed: int, test: Sequence[HasLabels], truths: Truths) -> None:
    """Write two judges' scores of the explanations of the main table, and three that no scale has."""
    rows = []
    for judge in JUDGES:
        for number, model in enumerate(MODELS):
            for setting in MAIN:
                draw = generator(seed, "scores", judge, model, setting)
                level = 0.45 + 0.02 * (number % 5) + (0.1 if setting == "know" else -0.1 if setting == "sft" else 0)
                for culture in CULTURES:
                    for image in test:
                        score = 1 + sum(draw.random() < level for _ in range(4))
                        rows.append(
                            {"judge": judge, "model": model, "setting": setting, "culture": culture,
                             "image_id": image.id, "score": score}
                        )  # fmt: skip
                        truths.add(f"score_sum:{judge}/{model}/{setting}/{culture}", score)
    rows += [{**rows[0], "score": score} for score in (0, 6, 3.5)]
    truths.add("reason:score.out_of_range", 2)
    truths.add("reason:score.not_integer")
    header = ("judge", "model", "setting", "culture", "image_id", "score")
    write_csv(folder / "explanation_scores.csv", header, rows)


#: How the second judge of a judge study departs from the first: chances of one point more and one less.
JUDGE_UP, JUDGE_DOWN = 0.3, 0.1


def write_judge_study(folder: Path, seed: int, test: Sequence[HasLabels], truths: Truths) -> None:
    """Write scores of which the second judge's are the first one's, shifted by a known bias with known noise.

    The first judge stays between 2 and 4, so that a shift by one stays on the scale.
    """
    first, second = JUDGES
    rows = []
    for number, model in enumerate(MODELS):
        for setting in MAIN:
            draw = generator(seed, "judge study", first, model, setting)
            noise = generator(seed, "judge study", second, model, setting)
            level = 0.35 + 0.02 * number + (0.1 if setting == "know" else -0.1 if setting == "sft" else 0)
            for culture in CULTURES:
                for image in test:
                    place = {"model": model, "setting": setting, "culture": culture, "image_id": image.id}
                    score = 2 + sum(draw.random() < level for _ in range(2))
                    chance = noise.random()
                    shift = 1 if chance < JUDGE_UP else -1 if chance < JUDGE_UP + JUDGE_DOWN else 0
                    rows.append({"judge": first, **place, "score": score})
                    rows.append({"judge": second, **place, "score": score + shift})
                    truths.add(f"judge_shift:{shift}")
    write_csv(folder / "explanation_scores.csv", ("judge", "model", "setting", "culture", "image_id", "score"), rows)


def write_preferences(folder: Path, seed: int, test: Sequence[HasLabels], truths: Truths) -> None:
    """Write three raters' comparisons per image, culture and pair of settings, some the other way round."""
    rows = []
    for a, b in (("know", "orig"), ("sft", "orig"), ("sft", "know")):
        for culture in CULTURES:
            draw = generator(seed, "preferences", a, b, culture)
            wins = {"know": 0.4, "sft": 0.25}[a]
            for image in test:
                for rater in range(3):
                    chance = draw.random()
                    verdict = "a" if chance < wins else "tie" if chance < wins + 0.35 else "b"
                    truths.add(f"preference:{a}/{b}/{culture}/{verdict}")
                    row = {
                        "image_id": image.id, "culture": culture, "setting_a": a, "setting_b": b, "verdict": verdict,
                        "annotator_id": f"rater-{culture}-{rater}", "model": STUDIED, "first_shown": draw.choice("ab"),
                    }  # fmt: skip
                    rows.append(mirrored(row) if draw.random() < 0.3 else row)
    rows[0]["first_shown"] = "left"
    rows += [{**rows[1], "setting_b": rows[1]["setting_a"]}, {**rows[1], "verdict": "both"}]
    truths.add("reason:setting.same")
    truths.add("reason:verdict.not_in_scale")
    write_csv(folder / "preferences.csv", tuple(rows[0]), rows)


def mirrored(row: dict[str, Any]) -> dict[str, Any]:
    """Return the same comparison with its sides exchanged."""
    swap = {"a": "b", "b": "a", "tie": "tie"}
    return {
        **row,
        "setting_a": row["setting_b"],
        "setting_b": row["setting_a"],
        "verdict": swap[row["verdict"]],
        "first_shown": swap[row["first_shown"]],
    }
