"""EmoGenie at the paper's size: prompts, images, annotations, questions and models' answers, with planted faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from ingest.simulate._emogenie_models import write_assessments, write_descriptions, write_models
from ingest.simulate._emogenie_questions import write_answers, write_questions
from ingest.simulate.common import apportion, empty_folder, generator, write_csv, write_json

EXPRESSED = ("happiness", "sadness", "anger", "fear", "disgust", "surprise", "neutral")
EVOKED = ("amusement", "awe", "contentment", "excitement", "anger", "disgust", "fear", "sadness")
INTENSITIES = (("mild", 156), ("moderate", 110), ("intense", 134))
#: Image models with how often a rater sees the prompted emotion (expressed, evoked), and their aesthetics.
SYSTEMS = {
    "Aurora-1": (0.80, 0.62, 4.1), "Canvas-XL": (0.74, 0.66, 3.8), "Ember": (0.70, 0.60, 3.6),
    "Fresco": (0.66, 0.55, 3.5), "Gouache-2": (0.62, 0.57, 3.3), "Halo": (0.58, 0.50, 3.2),
    "Indigo": (0.52, 0.46, 3.0), "Juniper": (0.44, 0.48, 2.7),
}  # fmt: skip
#: Where the emotion lies on valence, arousal, dominance (1-9).
AFFECT = {
    "amusement": (7, 6, 6), "awe": (7, 6, 4), "contentment": (7, 3, 6), "excitement": (8, 8, 6),
    "anger": (2, 7, 6), "disgust": (2, 6, 5), "fear": (2, 7, 3), "sadness": (2, 3, 3),
}  # fmt: skip
PROMPTS, RATERS, RATINGS = 400, 30, 15
ANNOTATION_COLUMNS = (
    "image_id", "annotator_id", "emotion", "intensity", "valence", "arousal", "dominance", "aesthetics", "annotated_at",
)  # fmt: skip

Row = dict[str, Any]


@dataclass(frozen=True)
class Image:
    """One generated image and what its prompt asked for."""

    id: str
    prompt_id: str
    system: str
    perspective: str
    emotion: str
    intensity: str | None
    split: str


def simulate(out: Path, seed: int, scale: float, *, has_judge_study: bool = False) -> dict[str, int]:
    """Write `out`/emogenie and `out`/truths.json; 1 is the paper's size. Returns the planted counts.

    `has_judge_study` makes the judge's scores from known bias and noise, so that its card can be held against them.

    Raises ValueError when `out` is not empty.
    """
    folder = empty_folder(out) / "emogenie"
    truths: Counter[str] = Counter()
    prompts = make_prompts(seed, max(8, round(PROMPTS * scale)))
    images = make_images(prompts)
    write_csv(folder / "prompts.csv", ("prompt_id", "perspective", "emotion", "intensity"), prompt_rows(prompts))
    write_csv(folder / "images.csv", ("image_id", "prompt_id", "t2i_model"), image_rows(images))
    annotations = make_annotations(images, seed)
    plant(annotations, images, seed, max(1, round(scale * 20)), truths)
    write_csv(folder / "annotations.csv", ANNOTATION_COLUMNS, annotations)
    truths.update(prompts=len(prompts), images=len(images), annotations_received=len(annotations))
    # The orphan's prompt was never written.
    truths["excluded:images:item.unknown"] += 1
    questions = write_questions(folder, images, seed, scale, truths)
    write_models(folder)
    write_answers(folder, questions, seed, truths)
    write_descriptions(folder, questions, seed, scale, truths, has_judge_study=has_judge_study)
    write_assessments(folder, images, expected_affect, seed, truths)
    found = dict(sorted(truths.items()))
    write_json(out / "truths.json", found)
    return found


def make_prompts(seed: int, count: int) -> list[Row]:
    """Return `count` prompts of each perspective; every fifth is a test prompt, with all its images."""
    draw = generator(seed, "prompts")
    prompts: list[Row] = []
    for perspective, labels in (("expressed", EXPRESSED), ("evoked", EVOKED)):
        emotions = [
            label for label, size in zip(labels, apportion(count, [1] * len(labels)), strict=True) for _ in range(size)
        ]
        sizes = apportion(count, [share for _, share in INTENSITIES])
        intensities = [name for (name, _), size in zip(INTENSITIES, sizes, strict=True) for _ in range(size)]
        draw.shuffle(intensities)
        for number, emotion in enumerate(emotions):
            prompts.append(
                {
                    "prompt_id": f"{perspective[:2]}{number:04d}",
                    "perspective": perspective,
                    "emotion": emotion,
                    "intensity": intensities[number] if perspective == "expressed" else None,
                    "split": "test" if number % 5 == 2 else "train",
                }
            )
    return prompts


def prompt_rows(prompts: list[Row]) -> list[Row]:
    """Return the file's rows; some spell the emotion in another registered way."""
    spelled = {"anger": " Anger ", "awe": "敬畏"}
    rows = [{k: v for k, v in prompt.items() if k != "split"} for prompt in prompts]
    for row in rows[::50]:
        row["emotion"] = spelled.get(row["emotion"], row["emotion"].upper())
    return rows


def make_images(prompts: list[Row]) -> list[Image]:
    """Return one image per prompt and image model."""
    return [
        Image(
            f"{p['prompt_id']}-{system}",
            p["prompt_id"],
            system,
            p["perspective"],
            p["emotion"],
            p["intensity"],
            p["split"],
        )
        for p in prompts
        for system in SYSTEMS
    ]


def image_rows(images: list[Image]) -> list[Row]:
    """Return the file's rows, and one image whose prompt does not exist."""
    rows = [{"image_id": i.id, "prompt_id": i.prompt_id, "t2i_model": i.system} for i in images]
    return [*rows, {"image_id": "orphan", "prompt_id": "nowhere", "t2i_model": "Aurora-1"}]


# --- annotations ------------------------------------------------------------------------------------------------------


def clamp(value: float, low: int, high: int) -> int:
    """Return the nearest whole number within [low, high]."""
    return min(high, max(low, round(value)))


def expected_affect(image: Image, dimension: str) -> float:
    """Return an image's true place on a dimension, a fixed jitter of its id included."""
    jitter = generator(0, image.id, dimension).uniform(-1, 1)
    if dimension == "aesthetics":
        return SYSTEMS[image.system][2] + 0.5 * jitter
    return AFFECT[image.emotion][("valence", "arousal", "dominance").index(dimension)] + jitter


def make_annotations(images: list[Image], seed: int) -> list[Row]:
    """Return 15 annotations per image by different raters; one rater of each perspective answers at the ends."""
    rows = []
    for image in images:
        draw = generator(seed, "annotations", image.id)
        for number in draw.sample(range(RATERS), RATINGS):
            rows.append(annotate(image, f"{image.perspective[:2]}-r{number:02d}", number == 0, draw))
    return rows


def annotate(image: Image, rater: str, is_erratic: bool, draw: Random) -> Row:
    """Return one rater's row."""
    expressed, evoked, _ = SYSTEMS[image.system]
    labels = EXPRESSED if image.perspective == "expressed" else EVOKED
    hit = draw.random() < (expressed if image.perspective == "expressed" else evoked)

    def rated(dimension: str, high: int) -> int:
        if is_erratic:
            return draw.choice((1, high))
        return clamp(draw.gauss(expected_affect(image, dimension), 0.9 if high == 9 else 0.6), 1, high)

    row: Row = dict.fromkeys(ANNOTATION_COLUMNS)
    row |= {"image_id": image.id, "annotator_id": rater, "aesthetics": rated("aesthetics", 5)}
    row["emotion"] = image.emotion if hit else draw.choice([label for label in labels if label != image.emotion])
    if image.perspective == "expressed":
        row["intensity"] = clamp(
            draw.gauss({"mild": 2, "moderate": 3, "intense": 4}[image.intensity or "mild"], 0.8), 1, 5
        )
    else:
        row |= {name: rated(name, 9) for name in ("valence", "arousal", "dominance")}
    return row


#: (truth, perspective it applies to or None, change of one row in place). Each row has one fault.
FAULTS: tuple[tuple[str, str | None, Callable[[Row], None]], ...] = (
    ("reason:valence.out_of_range", "evoked", lambda r: r.update(valence=0)),
    ("reason:arousal.out_of_range", "evoked", lambda r: r.update(arousal=10)),
    ("reason:dominance.not_integer", "evoked", lambda r: r.update(dominance="5.5")),
    ("reason:intensity.out_of_range", "expressed", lambda r: r.update(intensity=6)),
    ("reason:aesthetics.missing", None, lambda r: r.update(aesthetics=None)),
    ("reason:aesthetics.wrong_type", None, lambda r: r.update(aesthetics="07")),
    ("reason:label.not_in_scale", None, lambda r: r.update(emotion="joyful")),
    ("reason:label.missing", None, lambda r: r.update(emotion=None)),
    ("reason:rater.missing", None, lambda r: r.update(annotator_id=None)),
    ("excluded:annotations:valence.not_applicable", "expressed", lambda r: r.update(valence=5)),
    ("excluded:annotations:intensity.not_applicable", "evoked", lambda r: r.update(intensity=3)),
    ("excluded:annotations:label.not_in_scale", "expressed", lambda r: r.update(emotion="awe")),
    ("excluded:annotations:label.not_in_scale", "evoked", lambda r: r.update(emotion="neutral")),
    ("excluded:annotations:item.unknown", None, lambda r: r.update(image_id="nowhere.png")),
    ("excluded:annotations:item.unknown", None, lambda r: r.update(image_id="orphan")),
    ("absent:valence", "evoked", lambda r: r.update(valence=None)),
    ("respelled", None, lambda r: r.update(emotion=f" {r['emotion'].upper()} ", aesthetics=f"{r['aesthetics']}.0")),
)  # fmt: skip


def plant(rows: list[Row], images: list[Image], seed: int, repeats: int, truths: Counter[str]) -> None:
    """Change rows in place, so that the number of records stays; also answer twice, later and earlier."""
    perspective = {image.id: image.perspective for image in images}
    places = [n for n in range(len(rows)) if n % RATINGS not in (0, 1)]
    generator(seed, "faults").shuffle(places)
    # Unknown raters of unknown images must differ: the same rater twice would be another fault.
    for number, (truth, wanted, change) in enumerate(FAULTS * repeats):
        place = next(p for p in places if wanted in (None, perspective[rows[p]["image_id"]]))
        places.remove(place)
        change(rows[place])
        if rows[place]["image_id"] not in perspective:
            rows[place]["annotator_id"] = f"stranger-{number}"
        truths[truth] += 1
        truths["rejected_annotations"] += truth.startswith("reason:")
    for number in range(repeats):
        first, second = number * 3 * RATINGS, number * 3 * RATINGS + 1
        rows[second] = dict(rows[first])
        truths["excluded:annotations:row.duplicate"] += 1
        first, second = first + RATINGS, second + RATINGS
        rows[second] = {**rows[first], "aesthetics": rows[first]["aesthetics"] % 5 + 1}
        if number % 2:
            # A stated time decides: the earlier row stands.
            rows[first]["annotated_at"], rows[second]["annotated_at"] = "2026-03-02T10:00:00", "2026-03-01T10:00:00"
        truths["excluded:annotations:row.superseded"] += 1
