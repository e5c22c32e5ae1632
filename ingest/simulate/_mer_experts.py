"""MER-Bench's judge validation: outputs that four experts rate and a judge scores under four configurations.

Everything starts from what an output is truly like. Scores lie between 2 and 4 there, so that a shift by one stays on
the scale and the planted bias, noise and flips are exact rates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from ingest.simulate._mer_population import LABELS, SYSTEMS, Meme
from ingest.simulate.common import as_json, generator, write_csv, write_lines

EXPERTS = ("expert-1", "expert-2", "expert-3", "expert-4")
SCORES = ("vgq", "vea", "tgq", "tea", "hgq", "pes")
#: Scores that the judge's target gate leaves alone: here the planted bias is the whole bias.
FREE_SCORES = ("vgq", "tgq", "hgq", "pes")
OUTPUTS = 100
#: Outputs of each configuration that are judged a second time.
REPEATED = 40


@dataclass(frozen=True)
class Rater:
    """How a rater departs from the truth: chances of one point more and less, and of another yes or no."""

    up: float
    down: float
    flip: float

    @property
    def bias(self) -> float:
        """The mean of score minus truth."""
        return self.up - self.down

    @property
    def variance(self) -> float:
        """The variance of score minus truth."""
        return self.up + self.down - self.bias**2

    @property
    def equal_share(self) -> float:
        """How often two scores of one output are the same."""
        return self.up**2 + self.down**2 + (1 - self.up - self.down) ** 2


@dataclass(frozen=True)
class PlantedJudge(Rater):
    """A judge configuration: also how many of its first replies cannot be read or break its own gate."""

    failures: int
    gate_violations: int


EXPERT = Rater(up=0.08, down=0.08, flip=0.05)
JUDGES = {
    "RF-VF": PlantedJudge(up=0.05, down=0.05, flip=0.02, failures=2, gate_violations=1),
    "RF-VL": PlantedJudge(up=0.25, down=0.05, flip=0.10, failures=4, gate_violations=3),
    "RL-VF": PlantedJudge(up=0.15, down=0.15, flip=0.15, failures=6, gate_violations=5),
    "RL-VL": PlantedJudge(up=0.40, down=0.20, flip=0.20, failures=10, gate_violations=8),
}


@dataclass(frozen=True)
class Truth:
    """What one output is truly like."""

    system: str
    meme: Meme
    scores: dict[str, int]
    is_hit: bool
    has_layout: bool


def outputs(memes: Sequence[Meme], seed: int) -> list[Truth]:
    """Return the outputs of the study, at most OUTPUTS, drawn without replacement."""
    places = [(system, meme) for system in SYSTEMS for meme in memes]
    drawn = generator(seed, "judge study").sample(places, min(OUTPUTS, len(places)))
    found = []
    for system, meme in drawn:
        draw = generator(seed, "judge study", system, meme.id)
        scores = {name: draw.choice((2, 3, 4)) for name in SCORES}
        found.append(Truth(system, meme, scores, draw.random() < 0.6, draw.random() < 0.7))
    return found


def rate(draw: Random, truth: Truth, rater: Rater) -> dict[str, Any]:
    """Return one rater's scores, layout and emotion hit; without a hit the emotion scores are at most 2."""
    rated: dict[str, Any] = {name: score + _shift(draw, rater) for name, score in truth.scores.items()}
    rated["lc"] = truth.has_layout != (draw.random() < rater.flip)
    rated["ppe"] = truth.is_hit != (draw.random() < rater.flip)
    if not rated["ppe"]:
        rated["vea"], rated["tea"] = min(rated["vea"], 2), min(rated["tea"], 2)
    return rated


def _shift(draw: Random, rater: Rater) -> int:
    chance = draw.random()
    return 1 if chance < rater.up else -1 if chance < rater.up + rater.down else 0


def _label(draw: Random, truth: Truth, is_hit: bool) -> str:
    target = truth.meme.target
    return target if is_hit else draw.choice([label for label in LABELS if label != target])


def verdict_of(draw: Random, truth: Truth, rated: dict[str, Any]) -> dict[str, Any]:
    """Return ratings as a judge's verdict in the released shape."""
    return {
        "visual_assessment": {
            "rationale": "Seen.", "generation_quality_1_5": rated["vgq"], "emotion_accuracy_1_5": rated["vea"],
        },
        "text_assessment": {
            "rationale": "Read.", "generation_quality_1_5": rated["tgq"], "emotion_accuracy_1_5": rated["tea"],
        },
        "layout_consistency": {"rationale": "Compared.", "consistent": rated["lc"]},
        "overall_emotion_classification": {
            "rationale": "Felt.", "label": _label(draw, truth, rated["ppe"]), "other_emotion": None,
        },
        "perceived_emotion_shift": {"rationale": "Before and after.", "magnitude_1_5": rated["pes"]},
        "overall_generation_quality": {"rationale": "All in all.", "overall_generation_quality_1_5": rated["hgq"]},
    }  # fmt: skip


def write_judge_study(folder: Path, memes: Sequence[Meme], seed: int) -> dict[str, int]:
    """Write expert_scores.csv and bare verdicts of every configuration; return what was planted, as counts."""
    truths = outputs(memes, seed)
    planted = {"outputs": len(truths), "expert_rows": len(truths) * len(EXPERTS)}
    _write_experts(folder, truths, seed)
    for configuration, judge in JUDGES.items():
        planted |= _write_verdicts(folder, configuration, judge, truths, seed)
    return planted


def _write_experts(folder: Path, truths: Sequence[Truth], seed: int) -> None:
    rows = []
    for truth in truths:
        for expert in EXPERTS:
            draw = generator(seed, expert, truth.system, truth.meme.id)
            rated = rate(draw, truth, EXPERT)
            row = {"expert_id": expert, "model": truth.system, "row_id": truth.meme.id, **rated}
            rows.append(row | {"lc": str(rated["lc"]).lower(), "ppe": _label(draw, truth, rated["ppe"])})
    header = ("expert_id", "model", "row_id", "vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes")
    write_csv(folder / "expert_scores.csv", header, rows)


def _write_verdicts(
    folder: Path, configuration: str, judge: PlantedJudge, truths: Sequence[Truth], seed: int
) -> dict[str, int]:
    """Write one file per system; a planted failure and gate violation are replies of outputs of their own."""
    order = list(range(len(truths)))
    generator(seed, configuration, "faults").shuffle(order)
    failed = set(order[: judge.failures])
    violating = set(order[judge.failures : judge.failures + judge.gate_violations])
    clean = order[judge.failures + judge.gate_violations :]
    repeated = set(clean[:REPEATED])
    lines: dict[str, list[str]] = {}
    for number, truth in enumerate(truths):
        draw = generator(seed, configuration, truth.system, truth.meme.id)
        rated = rate(draw, truth, judge)
        if number in violating:
            rated |= {"ppe": False, "vea": 4}
        reply = verdict_of(draw, truth, rated)
        replies: list[Any] = [{"error": "request_failed: TimeoutError: no answer"} if number in failed else reply]
        if number in repeated:
            replies.append(verdict_of(draw, truth, rate(draw, truth, judge)))
        own = lines.setdefault(truth.system, [])
        own += [as_json({"row_id": truth.meme.id, "judge": one}) for one in replies]
    for system, written in lines.items():
        write_lines(folder / "verdicts" / configuration / f"{system}.jsonl", written)
    return {
        f"replies:{configuration}": len(truths) + len(repeated),
        f"failures:{configuration}": len(failed),
        f"gate_violations:{configuration}": len(violating),
        f"repeated:{configuration}": len(repeated),
    }
