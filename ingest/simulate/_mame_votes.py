"""MaMe-Re's reference: contexts, memes, and every annotator's answers, with a known number of each fault."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from ingest.simulate.common import generator

PAPER_CONTEXTS, PAPER_IMAGES, PAPER_WORKERS = 250, 400, 2325
VOTES = 5
#: Pairs that one submission answers.
SUBMISSION_SIZE = 20
#: Shape of the pairs' chance to be funny; its mean is the paper's 0.255.
ALPHA, BETA = 1.02, 2.98

OPENINGS = (
    "終電を逃した",
    "靴下に穴が開いた",
    "プリンが冷蔵庫で十歳になった",
    "Ｗｉ－Ｆｉが速すぎる",
    "徹夜でゲームをしてしまった",
)
ENDINGS = ("…；もう無理", "、どうしよう", "！助けて", "…と友達に言われた", "（二度目）")
SPEECHES = ("諦めろ", "これは毒だ", "なんて速さだ…", "俺は断る", "２時間しか寝ていない", "自分が分からない")

Pair = tuple[str, str]


@dataclass
class Reference:
    """What was simulated: ids, funny votes and votes of every pair that has votes, and planted counts."""

    contexts: list[str]
    images: list[str]
    votes: dict[Pair, tuple[int, int]] = field(default_factory=dict)
    unvoted: list[Pair] = field(default_factory=list)
    truths: Counter[str] = field(default_factory=Counter)

    def candidates(self, context: str) -> list[str]:
        """Memes with votes in a context."""
        return [m for m in self.images if (context, m) in self.votes]

    def funniness(self, context: str, image: str) -> float:
        """Funny votes over votes."""
        funny, count = self.votes[context, image]
        return funny / count


def make_reference(scale: float) -> Reference:
    """Draw ids; pairs grow in proportion to the scale."""
    side = scale**0.5
    contexts = max(6, round(PAPER_CONTEXTS * side))
    images = max(24, round(PAPER_IMAGES * side))
    return Reference([f"{n:03d}" for n in range(1, contexts + 1)], [f"bj_{n:04d}" for n in range(1, images + 1)])


def write_lists(folder: Path, reference: Reference, seed: int) -> None:
    """Write context.csv and image.csv; texts hold what breaks careless readers."""
    draw = generator(seed, "texts")
    folder.mkdir(parents=True)
    with (folder / "context.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("id", "text"))
        for context in reference.contexts:
            writer.writerow((context, draw.choice(OPENINGS) + draw.choice(ENDINGS)))
    with (folder / "image.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("id", "text", "description"))
        for image in reference.images:
            writer.writerow((image, draw.choice(SPEECHES), f"医師が\n「{draw.choice(SPEECHES)}」と言う, 白黒のコマ"))


def write_votes(folder: Path, reference: Reference, seed: int, scale: float) -> None:
    """Write annotations.csv and score.csv."""
    plants = max(1, min(20, round(20 * scale)))
    workers = [f"w{n:05d}" for n in range(1, max(12, round(PAPER_WORKERS * scale)) + 1)]
    pairs = [(c, m) for c in reference.contexts for m in reference.images]
    # Planted pairs lie in the last context but one, so that the others stay complete.
    odd = [(reference.contexts[-2], m) for m in reference.images]
    reference.unvoted = odd[:2]
    short = set(odd[2 : 2 + min(plants, 10)])
    rows = list(_answers(reference, seed, workers, pairs, short))
    good = len(rows)
    rows += _faults(reference, seed, rows, pairs, workers, plants)
    truths = reference.truths
    truths["pairs_with_votes"] = len(reference.votes)
    truths["pairs_without_votes"] = len(reference.unvoted)
    truths["answers_used"] = good
    truths["answers_received"] = len(rows)
    truths["funny_votes"] = sum(funny for funny, _ in reference.votes.values())
    with (folder / "annotations.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("context_id", "image_id", "annotator_id", "funny", "submission_id", "passed_quality_control"))
        writer.writerows(rows)
    _write_scores(folder / "score.csv", reference, short)


Row = tuple[str, str, str, str, str, str]


def _answers(reference: Reference, seed: int, workers: list[str], pairs: list[Pair], short: set[Pair]) -> Iterator[Row]:
    """Yield five answers a pair, in submissions of neighbouring pairs, and count the votes."""
    skipped = set(reference.unvoted)
    draw = generator(seed, "votes")
    chances = [draw.betavariate(ALPHA, BETA) for _ in pairs]
    for block in range(0, len(pairs), SUBMISSION_SIZE):
        for seat in range(VOTES):
            number = block // SUBMISSION_SIZE * VOTES + seat
            worker = workers[number % len(workers)]
            for place in range(block, min(block + SUBMISSION_SIZE, len(pairs))):
                pair = pairs[place]
                is_funny = draw.random() < chances[place]
                if pair in skipped or (seat == 0 and pair in short):
                    continue
                funny, count = reference.votes.get(pair, (0, 0))
                reference.votes[pair] = (funny + is_funny, count + 1)
                yield (*pair, worker, "1" if is_funny else "0", f"s{number:06d}", "true")


def _faults(
    reference: Reference, seed: int, rows: list[Row], pairs: list[Pair], workers: list[str], plants: int
) -> list[Row]:
    """Return rows that must change no vote: discarded submissions, repeats, strangers, and rows to be rejected."""
    draw = generator(seed, "faults")
    truths = reference.truths
    found: list[Row] = []
    # A failed submission of the workers of the first seats, over pairs that they answered in a good one too.
    for number in range(plants):
        block = number * SUBMISSION_SIZE % len(pairs)
        worker = workers[block // SUBMISSION_SIZE * VOTES % len(workers)]
        chosen = pairs[block : block + SUBMISSION_SIZE] + (reference.unvoted if number == 0 else [])
        for place, pair in enumerate(chosen):
            flag = "false" if place == 3 else "" if place == 5 else "1"
            found.append((*pair, worker, draw.choice("01"), f"failed{number:03d}", flag))
    truths["submissions_failed"] = plants
    truths["excluded:submission.failed_quality_control"] = len(found)
    originals = draw.sample(rows, 2 * plants)
    for row in originals[:plants]:
        found.append(row)
        truths["excluded:row.duplicate"] += 1
    for row in originals[plants:]:
        # The later row stands: the first answer is another, the last is the one already counted.
        other = "0" if row[3] == "1" else "1"
        found += [(*row[:3], other, *row[4:]), row]
        truths["excluded:row.superseded"] += 1
        truths["excluded:row.duplicate"] += 1
    for number in range(plants):
        found.append((reference.contexts[0], f"gone_{number}", workers[0], "1", "", ""))
        truths["excluded:item.unknown"] += 1
    context, image = pairs[0]
    for number in range(plants):
        found.append((context, image, f"x{number}", "2", "", "true"))
        found.append((context, image, "", "1", "", "true"))
        found.append((context, image, f"y{number}", "1", f"s{number:06d}", "maybe"))
        for reason in ("funny.not_in_scale", "rater.missing", "passed_quality_control.wrong_type"):
            truths[f"rejected:{reason}"] += 1
    return found


def _write_scores(path: Path, reference: Reference, short: set[Pair]) -> None:
    """Write the released shares, as a float sum of fifths prints them, and rows that are no such share."""
    truths = reference.truths
    context = reference.contexts[0]
    bad = ("0.55", "1.2", "nan", "-0.2", "0.3333333333333333")
    reasons = ("not_a_fifth", "out_of_range", "non_finite", "out_of_range", "not_a_fifth")
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("image_id", "context_id", "score"))
        for (c, m), (funny, _) in reference.votes.items():
            writer.writerow((m, c, repr(funny * 0.2)))
        for image, (text, reason) in zip(reference.images, zip(bad, reasons, strict=True), strict=False):
            writer.writerow((image, context, text))
            truths[f"rejected:score.{reason}"] += 1
    truths["excluded:vote_count.mismatch"] = len(short)


def noisy(draw: Random, value: float, spread: float) -> float:
    """A value seen through normal noise."""
    return value + draw.gauss(0.0, spread)
