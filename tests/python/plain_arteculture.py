"""ArtECulture computed from raw files by plain Python; imports nothing of the project."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import unicodedata
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

CULTURES = ("english", "chinese", "arabic")
LABELS = ("contentment", "awe", "amusement", "sadness", "fear", "excitement", "disgust", "anger", "other")
NAMES = {
    "contentment": "满足 الرضا رضا", "awe": "敬畏 الرهبة رهبة", "amusement": "愉悦 التسلية تسلية",
    "sadness": "悲伤 الحزن حزن", "fear": "恐惧 الخوف خوف", "excitement": "兴奋 الإثارة إثارة",
    "disgust": "厌恶 الاشمئزاز اشمئزاز", "anger": "愤怒 الغضب غضب", "other": "其他 الأخرى أخرى",
}  # fmt: skip
SPELLINGS = {n: label for label, names in NAMES.items() for n in (*names.split(), label)} | {"something else": "other"}


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text.strip())


def concept_key(text: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return re.sub(r"\s+", " ", folded).strip()


def emotion_of(text: Any) -> str | None:
    """Read a label out of a model's text: the whole text, else the only label among its words."""
    if not isinstance(text, str):
        return None
    folded = unicodedata.normalize("NFKC", text).strip().casefold()
    if folded in SPELLINGS:
        return SPELLINGS[folded]
    found = set()
    for name, label in SPELLINGS.items():
        if re.match(r"[\u4e00-\u9fff]", name):
            if name in folded:
                found.add(label)
        elif re.search(rf"(?<!\w){re.escape(name)}(?!\w)", folded):
            found.add(label)
    return found.pop() if len(found) == 1 else None


def words_of(text: str) -> int:
    unspaced = len(re.findall(r"[\u3040-\u30ff\u3400-\u9fff]", text))
    rest = re.sub(r"[\u3040-\u30ff\u3400-\u9fff]", " ", text)
    return unspaced + sum(any(c.isalnum() for c in piece) for piece in rest.split())


def split_of(image: str, seed: int = 42) -> str:
    part = int(hashlib.md5(f"{seed}|{image}".encode()).hexdigest(), 16) / 16**32
    return "train" if part < 0.8 else "validation" if part < 0.9 else "test"


def alpha(units: list[list[str]]) -> float:
    """Krippendorff's nominal alpha from the coincidence matrix."""
    coincidences: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for votes in units:
        for i, a in enumerate(votes):
            for j, b in enumerate(votes):
                if i != j:
                    coincidences[a, b] += Fraction(1, len(votes) - 1)
    totals: dict[str, Fraction] = defaultdict(Fraction)
    for (a, _), value in coincidences.items():
        totals[a] += value
    whole = sum(totals.values())
    observed = sum(value for (a, b), value in coincidences.items() if a != b)
    expected = sum(totals[a] * totals[b] for a in totals for b in totals if a != b)
    return float(1 - (whole - 1) * observed / expected)


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


class Plain:
    """Everything that the marts hold, from a folder of raw files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def images(self) -> dict[str, str | None]:
        """Known images with their region."""
        traditions = {"Western", "Chinese", "Japanese", "Korean", "Indian", "Islamic"}
        known: dict[str, str | None] = {
            nfc(f"{r['art_style']}/{r['painting']}"): None for r in self._release() if r["language"] in CULTURES
        }
        for row in read_csv(self.folder / "artworks.csv"):
            if row["tradition"] in traditions:
                known[nfc(row["image_id"])] = row["region"]
        return known

    def _release(self) -> list[dict[str, str]]:
        return read_csv(self.folder / "artelingo.csv")

    @cached_property
    def votes(self) -> dict[tuple[str, str], list[tuple[str, str]]]:
        """Per image and culture: (emotion, round)."""
        found: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
        for row in self._release():
            if row["language"] in CULTURES:
                key = nfc(f"{row['art_style']}/{row['painting']}"), row["language"]
                found[key].append((SPELLINGS[row["emotion"]], ""))
        last: dict[tuple[str, str, str], tuple[str, str]] = {}
        for row in read_csv(self.folder / "annotations.csv"):
            is_good = row["culture"] in CULTURES and row["emotion"] in SPELLINGS and row["annotator_id"]
            if is_good and row["annotation_round"] in ("1", "2", "") and nfc(row["image_id"]) in self.images:
                place = nfc(row["image_id"]), row["culture"], row["annotator_id"]
                last[place] = row["emotion"], row["annotation_round"]
        for (image, culture, _), answer in last.items():
            found[image, culture].append(answer)
        return found

    @cached_property
    def labels(self) -> dict[tuple[str, str], tuple[str | None, Fraction, int]]:
        """Per image and culture: label, share of the largest vote, votes."""
        found = {}
        for key, answers in self.votes.items():
            (label, count), *_ = Counter(emotion for emotion, _ in answers).most_common(1)
            found[key] = label if 2 * count > len(answers) else None, Fraction(count, len(answers)), len(answers)
        return found

    def label(self, image: str, culture: str) -> str | None:
        return self.labels.get((image, culture), (None, 0, 0))[0]

    @cached_property
    def retained(self) -> set[str]:
        return {image for image in self.images if all(self.label(image, culture) for culture in CULTURES)}

    @cached_property
    def settlement(self) -> Counter[tuple[str, str]]:
        found: Counter[tuple[str, str]] = Counter()
        for (image, culture), answers in self.votes.items():
            if any(not turn for _, turn in answers):
                continue
            first = [emotion for emotion, turn in answers if turn == "1"]
            second = len(answers) - len(first)
            settled = bool(first) and 2 * max(Counter(first).values()) > len(first)
            if (second and (not first or settled)) or len(answers) > 5:
                outcome = "deviation"
            elif self.label(image, culture) is None:
                outcome = "discarded"
            else:
                outcome = "round_1" if settled else "round_2"
            found[culture, outcome] += 1
        return found

    # --- knowledge ---

    @cached_property
    def concepts(self) -> dict[str, set[str]]:
        """Concept to known images."""
        found: dict[str, set[str]] = defaultdict(set)
        for row in read_csv(self.folder / "concepts.csv"):
            if nfc(row["image_id"]) in self.images:
                found[concept_key(row["concept"])].add(nfc(row["image_id"]))
        return found

    @cached_property
    def associations(self) -> dict[tuple[str, str], tuple[Counter[str], int]]:
        found = {}
        for concept, images in self.concepts.items():
            held = [i for i in images if i in self.retained and split_of(i) == "train"]
            for culture in CULTURES:
                if held:
                    found[concept, culture] = Counter(self.label(i, culture) for i in held), len(held)
        return found

    def leaders(self, concept: str, culture: str) -> set[str]:
        counts, _ = self.associations.get((concept, culture), (Counter(), 0))
        return {label for label, count in counts.items() if count == max(counts.values())}

    @cached_property
    def knowledge(self) -> dict[tuple[str, str, str], tuple[bool, bool, int, bool, int]]:
        """Tuple to (flagged, kept, rationales, computed leader, support)."""
        texts: dict[tuple[str, str, str], set[str]] = defaultdict(set)
        for row in read_csv(self.folder / "rationales.csv"):
            if concept_key(row["concept"]) in self.concepts:
                texts[concept_key(row["concept"]), row["culture"], row["emotion"]].add(row["rationale"])
        named: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        for row in read_csv(self.folder / "validations.csv"):
            named[concept_key(row["concept"]), row["culture"]][row["judge"]] = row["emotion"]
        reviews = {
            (concept_key(r["concept"]), r["culture"]): r["accepted"] == "true"
            for r in read_csv(self.folder / "reviews.csv")
        }
        found = {}
        for (concept, culture, emotion), reasons in texts.items():
            leaders = self.leaders(concept, culture)
            judges = named[concept, culture].values()
            flagged = len(judges) < 2 or any(e not in leaders for e in judges)
            kept = not flagged or reviews.get((concept, culture), False)
            support = self.associations.get((concept, culture), (0, 0))[1]
            found[concept, culture, emotion] = flagged, kept, len(reasons), emotion in leaders, support
        return found

    @cached_property
    def retrieval(self) -> dict[tuple[str, str], tuple[int, int, int, int]]:
        """Per model and culture: images, covered images, exact and semantic concepts."""
        base = {c: {k for (k, culture, _), v in self.knowledge.items() if culture == c and v[1]} for c in CULTURES}
        near: dict[str, list[tuple[float, str]]] = defaultdict(list)
        for row in read_csv(self.folder / "similarity.csv"):
            near[concept_key(row["concept"])].append((float(row["cosine"]), concept_key(row["knowledge_concept"])))
        shown: dict[tuple[str, str], set[str]] = defaultdict(set)
        for row in read_csv(self.folder / "test_concepts.csv"):
            shown[row["model"], nfc(row["image_id"])].add(concept_key(row["concept"]))
        answered: dict[tuple[str, str], set[str]] = defaultdict(set)
        for row in self.predictions:
            if row["setting"] == "know" and row["evaluation_set"] == "arteculture" and row["image_id"] in self.images:
                answered[row["model"], row["culture"]].add(row["image_id"])
        found = {}
        for (model, culture), images in answered.items():
            exact = semantic = covered = 0
            for image in images:
                kinds = [
                    "exact"
                    if c in base[culture]
                    else "semantic"
                    if any(cosine > 0.8 and k in base[culture] for cosine, k in near[c])
                    else None
                    for c in shown[model, image]
                ]
                exact += kinds.count("exact")
                semantic += kinds.count("semantic")
                covered += any(kinds)
            found[model, culture] = len(images), covered, exact, semantic
        return found

    # --- models ---

    @cached_property
    def predictions(self) -> list[dict[str, Any]]:
        """Standing answers, each with its parsed label."""
        settings = {"orig", "know", "sft", "internal_know", "random_know", "cross_culture_know"}
        last: dict[tuple[str, ...], dict[str, Any]] = {}
        for path in sorted((self.folder / "predictions").iterdir()):
            model = path.name.removesuffix(".jsonl")
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                row["evaluation_set"] = row.get("evaluation_set") or "arteculture"
                row["prompt_language"] = row.get("prompt_language") or row["culture"]
                if row["setting"] not in settings or row["culture"] not in CULTURES:
                    continue
                if row["evaluation_set"] != "arteculture" and not row.get("gold_emotion"):
                    continue
                row |= {"model": model, "image_id": nfc(row["image_id"]), "label": emotion_of(row["emotion"])}
                key = (model, row["setting"], row["culture"], row["image_id"], row["prompt_language"])
                last[(*key, row["evaluation_set"])] = row
        return list(last.values())

    @cached_property
    def accuracy(self) -> dict[tuple[str, ...], list[int]]:
        """(model, setting, culture, split, region, language, set) to [correct, answers, unparsable]."""
        found: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0, 0])
        for row in self.predictions:
            is_own = row["evaluation_set"] == "arteculture"
            if is_own and row["image_id"] not in self.retained:
                continue
            gold = self.label(row["image_id"], row["culture"]) if is_own else row["gold_emotion"]
            places = [(row["culture"], row["prompt_language"])]
            if row["culture"] == row["prompt_language"]:
                places.append(("all", "own"))
            splits = ["all"] + ([split_of(row["image_id"])] if is_own else [])
            regions = ["all"] + ([self.images[row["image_id"]] or "unknown"] if is_own else [])
            for culture, language in places:
                for split in splits:
                    for region in regions:
                        key = row["model"], row["setting"], culture, split, region, language, row["evaluation_set"]
                        found[key][0] += row["label"] == gold
                        found[key][1] += 1
                        found[key][2] += row["label"] is None
        return found
