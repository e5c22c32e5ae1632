"""MaMe-Re computed from raw files by plain Python; imports nothing of the project."""

from __future__ import annotations

import csv
import itertools
import json
import math
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

Pair = tuple[str, str]
Votes = dict[Pair, tuple[int, int]]
FAILED_STATUSES = ("refusal", "unparsable", "out_of_pool", "error")


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return [{k: v.strip() for k, v in row.items()} for row in csv.DictReader(stream)]


def reference_votes(folder: Path) -> Votes:
    """Funny votes and votes of every pair: annotations that passed, the last of each annotator; else the scores."""
    contexts = {row["id"] for row in table(folder / "context.csv")}
    images = {row["id"] for row in table(folder / "image.csv")}
    votes: Votes = {}
    if (folder / "annotations.csv").exists():
        rows = [
            row
            for row in table(folder / "annotations.csv")
            if unicodedata.normalize("NFKC", row["funny"]) in ("0", "1")
            and row["annotator_id"]
            and row["passed_quality_control"].lower() in ("", "0", "1", "true", "false")
        ]
        bad = {r["submission_id"] for r in rows if r["passed_quality_control"].lower() in ("0", "false")} - {""}
        answers: dict[tuple[str, str, str], int] = {}
        for row in rows:
            is_bad = row["submission_id"] in bad or row["passed_quality_control"].lower() in ("0", "false")
            if not is_bad and row["context_id"] in contexts and row["image_id"] in images:
                answers[row["context_id"], row["image_id"], row["annotator_id"]] = int(row["funny"])
        for (context, image, _), funny in answers.items():
            f, n = votes.get((context, image), (0, 0))
            votes[context, image] = (f + funny, n + 1)
    released: Votes = {}
    for row in table(folder / "score.csv"):
        score = float(row["score"])
        if 0 <= score <= 1 and abs(5 * score - round(5 * score)) <= 1e-9:
            released[row["context_id"], row["image_id"]] = (round(5 * score), 5)
    return {**released, **votes}


def gains_of(votes: Votes) -> dict[str, dict[str, Fraction]]:
    found: dict[str, dict[str, Fraction]] = defaultdict(dict)
    for (context, image), (funny, count) in votes.items():
        found[context][image] = Fraction(funny, count)
    return found


def selections(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The standing responses of every system: unreadable ones left out, the last of each place."""
    for path in sorted((folder / "selections").glob("*.jsonl")):
        standing: dict[tuple[Any, ...], dict[str, Any]] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if not isinstance(row["trial"], int) or not isinstance(row.get("image_id"), str | None):
                continue
            row = {"experiment": "exp1", "k": None, "condition": None, "status": "ok", "image_id": None, **row}
            standing[row["experiment"], row["k"], row["condition"], row["context_id"], row["trial"]] = row
        for row in standing.values():
            yield path.stem, row


def pools(folder: Path) -> dict[tuple[str, int, str | None, str], list[str]]:
    found: dict[tuple[str, int, str | None, str], list[str]] = defaultdict(list)
    for row in table(folder / "pools.csv"):
        key = (row["experiment"], int(row["k"]), row["condition"] or None, row["context_id"])
        found[key].append(row["image_id"])
    return found


def outcome(row: dict[str, Any], pool: Iterable[str], gains: dict[str, Fraction]) -> tuple[str, Fraction | None]:
    if row["status"] in FAILED_STATUSES or row["image_id"] is None or row["image_id"] not in pool:
        return "failed", None
    if row["image_id"] not in gains:
        return "no_reference", None
    return "scored", gains[row["image_id"]]


def rankings(folder: Path) -> dict[str, dict[str, dict[str, float]]]:
    images = {row["id"] for row in table(folder / "image.csv")}
    found: dict[str, dict[str, dict[str, float]]] = {}
    for path in sorted((folder / "rankings").glob("*.csv")):
        system = found.setdefault(path.stem, defaultdict(dict))
        for row in table(path):
            if math.isfinite(float(row["score"])) and row["image_id"] in images:
                system[row["context_id"]][row["image_id"]] = float(row["score"])
    return found


def discount(place: int) -> float:
    return 1 / math.log2(place + 1)


def dcg(gains: Sequence[Fraction | float], k: int = 5) -> float:
    return math.fsum(float(g) * discount(n) for n, g in enumerate(gains[:k], start=1))


def groups_of(scores: dict[str, float], gains: dict[str, Fraction], keeps_unvoted: bool) -> list[list[Fraction]]:
    """Gains by groups of equal scores, best first; what is not ranked is the last group."""
    by_score: dict[float, list[Fraction]] = defaultdict(list)
    for image, score in scores.items():
        if image in gains or keeps_unvoted:
            by_score[score].append(gains.get(image, Fraction(0)))
    ordered = [by_score[s] for s in sorted(by_score, reverse=True)]
    rest = [g for image, g in gains.items() if image not in scores]
    return [*ordered, rest] if rest else ordered


def expected_ndcg(
    groups: list[list[Fraction]], gains: Iterable[Fraction], k: int = 5
) -> tuple[float, float, float] | None:
    """Expectation, best and worst over the orders of ties; None without any gain."""
    ideal = dcg(sorted(gains, reverse=True), k)
    if ideal == 0:
        return None
    place, total = 0, []
    best: list[Fraction] = []
    worst: list[Fraction] = []
    for group in groups:
        mean = sum(group, Fraction(0)) / len(group)
        total += [mean] * len(group)
        best += sorted(group, reverse=True)
        worst += sorted(group)
        place += len(group)
        if place >= k:
            break
    return dcg(total, k) / ideal, dcg(best, k) / ideal, dcg(worst, k) / ideal


def brute_ndcg(groups: list[list[Fraction]], gains: Iterable[Fraction], k: int = 5) -> tuple[float, float, float]:
    """The same by listing every order of every group."""
    ideal = dcg(sorted(gains, reverse=True), k)
    values = [
        dcg([g for part in order for g in part], k) / ideal
        for order in itertools.product(*(list(itertools.permutations(group)) for group in groups))
    ]
    return math.fsum(values) / len(values), max(values), min(values)


def retrieved(groups: list[list[Fraction]], k: int) -> tuple[Fraction, Fraction]:
    """Mean gain and expected best gain of the first k, over every set that a tie at the cut allows."""
    sure: list[Fraction] = []
    for group in groups:
        slots = k - len(sure)
        if len(group) <= slots:
            sure += group
            continue
        if slots == 0:
            break
        count = math.comb(len(group), slots)
        ordered = sorted(group, reverse=True)
        best = sum(
            (
                max([gain, *sure]) * Fraction(math.comb(len(group) - n - 1, slots - 1), count)
                for n, gain in enumerate(ordered)
            ),
            Fraction(0),
        )
        mean = (sum(sure, Fraction(0)) + slots * sum(group, Fraction(0)) / len(group)) / k
        return mean, best
    return sum(sure, Fraction(0)) / len(sure), max(sure)
