"""EmoGenie's questions and what models answer to them, in every form of the parse rule and some others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

from ingest.simulate.common import apportion, as_json, generator, write_lines

CLOSED, OPEN = 90_000, 1_057
#: Models with the share of questions that they answer right (expressed, evoked); the paper compares 14.
MODELS = {
    "probe-8b": (0.83, 0.78), "atlas-72b": (0.76, 0.71), "beacon": (0.74, 0.70), "cedar-32b": (0.72, 0.69),
    "delta-v2": (0.70, 0.66), "elm-13b": (0.66, 0.62), "flint": (0.64, 0.61), "grove-7b": (0.62, 0.58),
    "harbor": (0.60, 0.57), "iris-7b": (0.58, 0.55), "jade-4b": (0.55, 0.52), "kite": (0.52, 0.50),
    "lumen-2b": (0.48, 0.46), "moss-1.5b": (0.42, 0.40),
}  # fmt: skip
DIMENSIONS = {
    "expressed": (("emotion_recognition", "single"), ("target_alignment", "pair"), ("intensity", "single"),
                  ("intensity", "pair"), ("aesthetics", "single"), ("aesthetics", "pair")),
    "evoked": (("emotion_recognition", "single"), ("target_alignment", "pair"), ("valence", "single"),
               ("valence", "pair"), ("arousal", "single"), ("arousal", "pair"), ("dominance", "single"),
               ("dominance", "pair"), ("aesthetics", "single"), ("aesthetics", "pair")),
}  # fmt: skip
EMOTIONS = {
    "expressed": ("happiness", "sadness", "anger", "fear", "disgust", "surprise", "neutral"),
    "evoked": ("amusement", "awe", "contentment", "excitement", "anger", "disgust", "fear", "sadness"),
}
Question = dict[str, Any]


class ImageLike(Protocol):
    """What a question needs to know of an image."""

    @property
    def id(self) -> str: ...
    @property
    def perspective(self) -> str: ...
    @property
    def emotion(self) -> str: ...
    @property
    def split(self) -> str: ...


def write_questions(
    folder: Path, images: Sequence[ImageLike], seed: int, scale: float, truths: Counter[str]
) -> list[Question]:
    """Write closed and open questions and some faulty ones; both images of a pair are of one split."""
    questions: list[Question] = []
    closed, opened = max(200, round(CLOSED * scale)), max(16, round(OPEN * scale))
    for perspective, count in zip(DIMENSIONS, apportion(closed, [1, 1]), strict=True):
        pools = {
            split: [i for i in images if i.perspective == perspective and i.split == split]
            for split in ("train", "test")
        }
        draw = generator(seed, "questions", perspective)
        for number in range(count):
            kinds = DIMENSIONS[perspective]
            dimension, form = kinds[number % len(kinds)]
            # The round is added because five divides ten kinds: without it two of them would have all the test's.
            split = "test" if (number + number // len(kinds)) % 5 == 4 else "train"
            chosen = draw.sample(pools[split], 2 if form == "pair" else 1)
            questions.append(closed_question(f"{perspective}-{number:05d}", dimension, form, split, chosen, draw))
    draw = generator(seed, "open questions")
    for number in range(opened):
        pool = [i for i in images if i.split == "test" and i.perspective == ("expressed", "evoked")[number % 2]]
        chosen = draw.sample(pool, 2 if number % 8 in (3, 6) else 1)
        questions.append(
            {
                "question_id": f"open-{number:05d}",
                "perspective": chosen[0].perspective,
                "format": "pair" if len(chosen) == 2 else "single",
                "image_ids": [i.id for i in chosen],
            }
        )
    truths.update(questions=len(questions), closed_questions=closed, open_questions=opened)
    write_lines(folder / "questions.jsonl", map(as_json, [*questions, *faulty_questions(questions[0], truths)]))
    return questions


def closed_question(
    question_id: str, dimension: str, form: str, split: str, chosen: Sequence[ImageLike], draw: Random
) -> Question:
    """Return one question with its options and key."""
    if dimension == "emotion_recognition":
        others = [label for label in EMOTIONS[chosen[0].perspective] if label != chosen[0].emotion]
        texts = draw.sample([chosen[0].emotion, *draw.sample(others, 3)], 4)
        key = "ABCD"[texts.index(chosen[0].emotion)]
    elif form == "pair":
        texts, key = ["The first image", "The second image"], draw.choice("AB")
    else:
        texts, key = ["low", "medium", "high"], draw.choice("ABC")
    return {
        "question_id": question_id,
        "perspective": chosen[0].perspective,
        "format": form,
        "image_ids": [i.id for i in chosen],
        "dimension": dimension,
        "options": dict(zip("ABCD", texts, strict=False)),
        "answer": key,
        "split": split,
    }


def faulty_questions(good: Question, truths: Counter[str]) -> list[Question]:
    """Return questions that are rejected, each with its reason counted."""
    image = good["image_ids"][0]
    faults: dict[str, Question] = {
        "options.too_few": {"options": {"A": "awe"}, "answer": "A"},
        "answer.not_offered": {"answer": "F"},
        "answer.missing": {"answer": None},
        "image_ids.duplicate": {"format": "pair", "image_ids": [image, image]},
        "image_ids.wrong_count": {"format": "pair", "image_ids": [image]},
        "split.missing": {"split": None},
        "perspective.not_in_scale": {"perspective": "felt"},
    }
    truths.update({f"reason:{reason}": 1 for reason in faults})
    return [{**good, "question_id": f"bad-{reason}", **change} for reason, change in faults.items()]


# --- answers ----------------------------------------------------------------------------------------------------------


def write_answers(folder: Path, questions: Sequence[Question], seed: int, truths: Counter[str]) -> None:
    """Write each model's answers to the closed test questions, one more on an unknown question, one twice."""
    asked = [q for q in questions if q.get("split") == "test"]
    for model, (expressed, evoked) in MODELS.items():
        draw = generator(seed, "answers", model)
        rows: list[dict[str, Any]] = []
        for question in asked:
            right = draw.random() < (expressed if question["perspective"] == "expressed" else evoked)
            wrong = [letter for letter in question["options"] if letter != question["answer"]]
            letter = question["answer"] if right else draw.choice(wrong)
            kind, text = spoken(letter, question["options"], draw)
            if kind in ("unparsable", "missing"):
                truths[f"{kind}:{model}"] += 1
            else:
                truths[f"correct:{model}"] += letter == question["answer"]
            if text != "absent":
                rows.append({"question_id": question["question_id"], "answer": text})
        rows.insert(1, {"question_id": "nosuch", "answer": "A"})
        rows.insert(0, {**rows[0], "answer": "an earlier answer"})
        truths.update({"excluded:answers:item.unknown": 1, "excluded:answers:row.superseded": 1})
        write_lines(folder / "answers" / f"{model}.jsonl", map(as_json, rows))
    write_lines(folder / "answers" / "silent.jsonl", [as_json({"question_id": 7, "answer": "A"})])
    truths["reason:id.wrong_type"] += 1
    truths["expected_answers"] += len(asked) * len(MODELS)


def spoken(letter: str, options: dict[str, str], draw: Random) -> tuple[str, str | None]:
    """Return (kind, text): the letter in one of the ways a model says it, or something that names none."""
    chance = draw.random()
    if chance < 0.01:
        return "missing", draw.choice((None, "absent"))
    if chance < 0.03:
        other = next(name for name in options if name != letter)
        return "unparsable", draw.choice(
            (
                "",
                "I cannot tell.",
                "The answer is a mixed feeling.",
                f"Answer: {letter}. Answer: {other}",
                "(z)",
                f"It could be {letter} or {other}",
                "🙂",
            )
        )
    text = options[letter]
    return "parsed", draw.choice(
        (
            letter,
            letter.lower(),
            f"({letter.lower()})",
            f"{letter}. {text}",
            f"{letter}) because of the light",
            f"{letter}: {text}",
            f"The answer is {letter}",
            f"Let me think.\nAnswer: **{letter}**",
            f"The correct answer is: ({letter}).",
            text.upper(),
            f"  {chr(0xFF21 + ord(letter) - ord('A'))} ",
        )
    )
