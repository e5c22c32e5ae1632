"""EmoGenie recomputed from its raw files in plain Python: nothing of the project is imported, no SQL, no arrays."""

from __future__ import annotations

import csv
import json
import math
import re
import unicodedata
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

EXPRESSED = ["happiness", "sadness", "anger", "fear", "disgust", "surprise", "neutral"]
EVOKED = ["amusement", "awe", "contentment", "excitement", "anger", "disgust", "fear", "sadness"]
TAXONOMY = {"expressed": EXPRESSED, "evoked": EVOKED}
DIMENSIONS = {"expressed": {"aesthetics": 5}, "evoked": {"valence": 9, "arousal": 9, "dominance": 9, "aesthetics": 5}}
HIGH = {"intensity": 5, "valence": 9, "arousal": 9, "dominance": 9, "aesthetics": 5}


def fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().casefold()


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


def emotion(text: str) -> str | None:
    name = "awe" if text.strip() == "敬畏" else fold(text)
    return name if name in EXPRESSED + EVOKED else None


class Images:
    """Images of known prompts, standing annotations, and what was left out on the way."""

    def __init__(self, folder: Path) -> None:
        prompts = {row["prompt_id"]: row for row in table(folder / "prompts.csv")}
        self.of: dict[str, dict[str, Any]] = {}
        for row in table(folder / "images.csv"):
            if row["prompt_id"] in prompts:
                prompt = prompts[row["prompt_id"]]
                self.of[row["image_id"]] = {
                    "system": row["t2i_model"], "prompt": row["prompt_id"], "perspective": prompt["perspective"],
                    "emotion": emotion(prompt["emotion"]), "intensity": prompt["intensity"] or None,
                }  # fmt: skip
        self.rejected, self.received = 0, 0
        standing: dict[tuple[str, str], tuple[tuple[bool, str, int], dict[str, Any]]] = {}
        self.unused: Counter[str] = Counter()
        for number, row in enumerate(table(folder / "annotations.csv")):
            self.received += 1
            typed = self.typed(row)
            if typed is None:
                self.rejected += 1
                continue
            key = (row["image_id"], row["annotator_id"])
            order = (bool(row["annotated_at"]), row["annotated_at"], number)
            if key in standing:
                self.unused["row"] += 1
            if key not in standing or order > standing[key][0]:
                standing[key] = (order, typed)
        self.annotations: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for (image, _), (_, typed) in standing.items():
            if image in self.of:
                self.annotations[image].append(typed)
            else:
                self.unused["row"] += 1

    def typed(self, row: dict[str, str]) -> dict[str, Any] | None:
        found: dict[str, Any] = {"rater": row["annotator_id"].strip(), "emotion": emotion(row["emotion"])}
        if not found["rater"] or found["emotion"] is None or not row["aesthetics"].strip():
            return None
        for name, high in HIGH.items():
            cell = row[name].strip()
            if not cell:
                continue
            if not re.fullmatch(r"(0|[1-9][0-9]*)(\.0+)?", cell) or not 1 <= float(cell) <= high:
                return None
            found[name] = int(float(cell))
        return found

    def votes(self, image: str) -> Counter[str]:
        allowed = TAXONOMY[self.of[image]["perspective"]]
        return Counter(a["emotion"] for a in self.annotations.get(image, ()) if a["emotion"] in allowed)

    def credits(self, image: str, rule: str) -> dict[str, Fraction]:
        """What an image counts for each label; empty without votes."""
        votes = self.votes(image)
        if not votes:
            return {}
        leaders = [label for label, count in votes.items() if count == max(votes.values())]
        if rule == "votes":
            return {label: Fraction(count, votes.total()) for label, count in votes.items()}
        if rule == "fractional":
            return {label: Fraction(1, len(leaders)) for label in leaders}
        if rule == "any":
            return dict.fromkeys(leaders, Fraction(1))
        return {leaders[0]: Fraction(1)} if len(leaders) == 1 else {"no_label": Fraction(1)}

    def alignment(self, rule: str) -> dict[tuple[str, ...], tuple[float, int]]:
        groups: dict[tuple[str, ...], list[Fraction]] = defaultdict(list)
        for name, image in self.of.items():
            credits = self.credits(name, rule)
            if not credits:
                continue
            credit = credits.get(image["emotion"], Fraction(0))
            for breakdown, value in (("all", "all"), ("category", image["emotion"]), ("intensity", image["intensity"])):
                if value:
                    groups[image["perspective"], image["system"], breakdown, value].append(credit)
        return {key: (float(sum(found) / len(found)), len(found)) for key, found in groups.items()}

    def confusion(self, rule: str) -> dict[tuple[str, str, str, str], float]:
        sums: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        sizes: Counter[tuple[str, ...]] = Counter()
        for name, image in self.of.items():
            credits = self.credits(name, rule)
            for system in (image["system"], "all") if credits else ():
                row = (image["perspective"], system, image["emotion"])
                sizes[row] += 1
                for label, credit in credits.items():
                    sums[*row, label] += credit
        found = {}
        for row, size in sizes.items():
            for label in TAXONOMY[row[0]] + (["no_label"] if rule == "sole" else []):
                found[*row, label] = float(sums[*row, label] / size)
        return found  # type: ignore[return-value]

    def ratings(self, perspective: str, dimension: str) -> dict[str, dict[str, int]]:
        """Ratings by image and rater."""
        return {
            name: {a["rater"]: a[dimension] for a in self.annotations[name] if dimension in a}
            for name, image in self.of.items()
            if image["perspective"] == perspective and any(dimension in a for a in self.annotations.get(name, ()))
        }

    def screening(self, perspective: str, dimension: str) -> dict[str, tuple[bool, int, int, int]]:
        """BT.500, annex 1: (rejected, images, P, Q) by rater; fewer than 20 images are not judged."""
        seen: Counter[str] = Counter()
        high: Counter[str] = Counter()
        low: Counter[str] = Counter()
        for found in self.ratings(perspective, dimension).values():
            values = list(found.values())
            seen.update(found.keys())
            if len(values) < 2 or max(values) == min(values):
                continue
            mean, spread = Fraction(sum(values), len(values)), stdev(values)
            second = sum((v - mean) ** 2 for v in values) / len(values)
            fourth = sum((v - mean) ** 4 for v in values) / len(values)
            limit = 2 if 2 <= fourth / second**2 <= 4 else math.sqrt(20)
            for rater, value in found.items():
                high[rater] += value >= float(mean) + limit * spread - 1e-9
                low[rater] += value <= float(mean) - limit * spread + 1e-9
        return {
            r: (
                n >= 20 and (high[r] + low[r]) / n > 0.05 and abs(high[r] - low[r]) / (high[r] + low[r]) < 0.3,
                n,
                high[r],
                low[r],
            )
            for r, n in seen.items()
        }

    def image_means(self, perspective: str, dimension: str, screened: bool) -> dict[str, float]:
        out = {r for r, v in self.screening(perspective, dimension).items() if v[0]} if screened else set()
        means = {}
        for name, found in self.ratings(perspective, dimension).items():
            kept = [value for rater, value in found.items() if rater not in out]
            if kept:
                means[name] = sum(kept) / len(kept)
        return means


def quantile(values: list[float], q: float) -> float:
    """Type 7."""
    ordered = sorted(values)
    place = q * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def quadratic_ac2(ratings: list[list[int]], high: int) -> float:
    """Gwet's AC2 with quadratic weights over the scale 1..high."""
    points = range(1, high + 1)
    weight = {(k, j): 1 - (k - j) ** 2 / (high - 1) ** 2 for k in points for j in points}
    observed = fmean(
        sum(weight[a, b] for i, a in enumerate(unit) for j, b in enumerate(unit) if i != j)
        / (len(unit) * (len(unit) - 1))
        for unit in ratings
        if len(unit) > 1
    )
    shares = {k: fmean(unit.count(k) / len(unit) for unit in ratings) for k in points}
    total = sum(weight.values())
    expected = total / (high * (high - 1)) * sum(p * (1 - p) for p in shares.values())
    return (observed - expected) / (1 - expected)


# --- questions --------------------------------------------------------------------------------------------------------

ARTICLE = re.compile(r"[ai]\s+\w")


def choice(text: str, options: dict[str, str]) -> str | None:
    """The stated rule, written a second time."""
    read = unicodedata.normalize("NFKC", text).strip()
    given = set()
    if len(read) == 1:
        given.add(read.upper())
    for pattern in (r"\(([A-Za-z])\)", r"([A-Za-z])[.):]"):
        if found := re.match(pattern, read):
            given.add(found.group(1).upper())
    for found in re.finditer(r"\banswer\b(\s+is)?\s*(:?)\s*", read, re.IGNORECASE):
        if not (found.group(1) or found.group(2)):
            continue
        rest = read[found.end() :].lstrip("\"'*( ")
        if re.match(r"[A-Za-z](?!\w)", rest) and not ARTICLE.match(rest):
            given.add(rest[0].upper())
    given |= {letter for letter, option in options.items() if fold(option) == fold(read)}
    given &= set(options)
    return given.pop() if len(given) == 1 else None


def questions(folder: Path) -> dict[str, dict[str, Any]]:
    return {q["question_id"]: q for q in lines(folder / "questions.jsonl") if not q["question_id"].startswith("bad-")}


def accuracy(folder: Path) -> dict[tuple[str, ...], Counter[str]]:
    """Counts by (model, perspective, dimension, format), each possibly `all`, on the test split."""
    asked = {k: q for k, q in questions(folder).items() if q.get("split") == "test"}
    found: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for path in sorted((folder / "answers").iterdir()):
        answers = {a["question_id"]: a["answer"] for a in lines(path)}
        if not answers.keys() & asked.keys():
            continue
        for name, question in asked.items():
            answer = answers.get(name)
            letter = None if answer is None else choice(answer, question["options"])
            outcome = "missing" if answer is None else "unparsable" if letter is None else "read"
            for perspective in (question["perspective"], "all"):
                for dimension in (question["dimension"], "all"):
                    for form in (question["format"], "all"):
                        counts = found[path.stem, perspective, dimension, form]
                        counts.update(["expected", outcome])
                        counts["correct"] += letter == question["answer"]
    return found


def words(text: str | None) -> int:
    read = unicodedata.normalize("NFKC", text or "")
    count, piece = 0, ""
    for character in read + " ":
        name = unicodedata.name(character, "")
        single = name.startswith(("CJK UNIFIED", "HIRAGANA LETTER", "KATAKANA LETTER", "KATAKANA-HIRAGANA PROLONGED"))
        if single or character.isspace():
            count += any(c.isalnum() for c in piece) + single
            piece = ""
        else:
            piece += character
    return count


def conciseness(candidate: str | None, reference: str | None) -> float | None:
    if words(reference) == 0:
        return None
    ratio = words(candidate) / words(reference)
    if ratio == 0:
        return 0.0
    if ratio < 0.25:
        return 0.5
    return next((score for limit, score in ((1.5, 1.0), (2, 0.75), (3, 0.5), (4, 0.25)) if ratio <= limit), 0.0)


def descriptions(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Valid descriptions by model, with their scores."""
    asked = questions(folder)
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted((folder / "descriptions").iterdir()):
        standing = {}
        for row in lines(path):
            ratings = row["ratings"]
            whole = all(
                isinstance(r.get(k), int) and 0 <= r[k] <= 2
                for r in ratings
                for k in ("correctness", "completeness", "relevance")
            )
            if whole and sorted(r["evaluation"] for r in ratings) == [1, 2, 3, 4, 5]:
                standing[row["question_id"]] = row
        rows = []
        for name, row in standing.items():
            scores = {k: fmean(r[k] for r in row["ratings"]) / 2 for k in ("correctness", "completeness", "relevance")}
            brief = conciseness(row["candidate"], row["reference"])
            total = None if brief is None else (sum(scores.values()) + brief) / 4
            rows.append(
                {**scores, "conciseness": brief, "score": total, "question": asked[name], "ratings": row["ratings"]}
            )
        found[path.stem] = rows
    return found


def predictions(folder: Path, images: Images) -> dict[tuple[str, str], dict[str, float]]:
    """Usable predicted scores by (model, dimension) and image."""
    found: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for path in sorted((folder / "assessments").iterdir()):
        for row in table(path):
            image, dimension = images.of.get(row["image_id"]), row["dimension"]
            if image is None or dimension not in DIMENSIONS[image["perspective"]]:
                continue
            if bool(row["score"]) == bool(row["high_probability"]):
                continue
            if row["high_probability"]:
                if not 0 <= float(row["high_probability"]) <= 1:
                    continue
                high = DIMENSIONS[image["perspective"]][dimension]
                found[path.stem, dimension][row["image_id"]] = 1 + float(row["high_probability"]) * (high - 1)
            else:
                found[path.stem, dimension][row["image_id"]] = float(row["score"])
    return found
