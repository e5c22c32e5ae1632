"""Simulated memes, systems and judge verdicts of MER-Bench. Nothing is written here."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from ingest.simulate.common import apportion, generator

PAPER_MEMES = 3117
#: Memes of the published index whose source text is blank.
PAPER_BLANK_TEXTS = 4


class Levels(NamedTuple):
    """Mean of each metric of a system in [0, 1]: the published Table 2, rounded."""

    vgq: float
    vea: float
    tgq: float
    tea: float
    lc: float
    hgq: float
    ppe: float
    pes: float


#: The systems in the order of the published table.
SYSTEMS = {
    "Flux9B": Levels(0.91, 0.98, 0.58, 0.92, 0.88, 0.69, 0.80, 0.99),
    "QwenEdit": Levels(0.84, 0.92, 0.51, 0.81, 0.86, 0.61, 0.75, 0.95),
    "Flux4B": Levels(0.79, 0.96, 0.25, 0.74, 0.85, 0.47, 0.74, 0.99),
    "UniPic": Levels(0.75, 0.62, 0.43, 0.63, 0.82, 0.40, 0.51, 0.70),
    "DreamO2": Levels(0.68, 0.46, 0.28, 0.48, 0.89, 0.25, 0.44, 0.55),
    "ZTurbo": Levels(0.85, 0.76, 0.70, 0.94, 0.09, 0.46, 0.66, 0.89),
    "LongCat": Levels(0.74, 0.84, 0.29, 0.06, 0.93, 0.29, 0.59, 0.68),
    "Step1X": Levels(0.70, 0.71, 0.49, 0.05, 0.98, 0.29, 0.46, 0.55),
    "Bagel7B": Levels(0.33, 0.23, 0.05, 0.01, 0.82, 0.05, 0.21, 0.23),
    "GoT": Levels(0.27, 0.28, 0.35, 0.02, 0.66, 0.06, 0.24, 0.33),
    "IP2P": Levels(0.26, 0.18, 0.42, 0.01, 0.98, 0.04, 0.13, 0.23),
    "OmniG2": Levels(0.22, 0.06, 0.42, 0.10, 0.84, 0.02, 0.09, 0.09),
    "ICEdit": Levels(0.29, 0.05, 0.11, 0.01, 0.90, 0.01, 0.05, 0.06),
    "SD": Levels(0.94, 0.85, 0.01, 0.01, 0.01, 0.19, 0.52, 0.91),
}
PAIRS = (("sad", "happy", 1026), ("angry", "calm", 937), ("tense", "relaxed", 1020), ("bored", "excited", 134))
#: Categories of each axis with their shares in percent.
AXES = {
    "visual_type": {
        "Template_StylizedMeme": 54,
        "Photo_RealPerson": 19,
        "Object_Animal_Dominant": 20,
        "Cartoon_Anime": 7,
    },
    "sentiment_polarity": {"Positive": 5, "Neutral": 35, "Negative": 60},
    "layout_type": {"SinglePanel_Meme": 81, "MultiPanel_Meme": 19},
}
LABELS = ("angry", "sad", "tense", "bored", "calm", "happy", "excited", "relaxed")
#: Emotions that a judge may name where none of the labels fits.
OTHER_EMOTIONS = ("proud", "amused", "nostalgic")
CAPTIONS = (
    "Monday again, and the coffee is empty", "When the build breaks five minutes before the demo",
    'He said "just one more episode"', "The bus left. The rain came.\nI stayed.", "Nobody: … Me at 3 a.m. 🙃",
    "猫は今日も寝ている", "C:\\temp\\never_again.txt", "My plant died; I had named it Hope",
)  # fmt: skip


@dataclass(frozen=True)
class Meme:
    """One record of the index."""

    id: str
    source: str
    target: str
    record: dict[str, str]


@dataclass(frozen=True)
class Experiment:
    """One call of the released code: who is judged, on how many memes, how often, in which order of evidence."""

    configuration: str
    rationale: str
    systems: tuple[str, ...]
    run_count: int
    size: int

    @property
    def folder(self) -> str:
        """The folder's name as the released code makes it."""
        systems = "+".join(name[:5] for name in self.systems)
        return (
            f"models={systems}__vt=all__sp=all__lt=all__n={self.size}__runs={self.run_count}"
            f"__seed=42__ra={self.rationale}__im=first"
        )

    def draws(self, memes: list[Meme], seed: int) -> list[list[Meme]]:
        """Return the memes of each run, the same for every system, without replacement."""
        return [generator(seed, self.folder, run).sample(memes, self.size) for run in range(self.run_count)]


def make_memes(seed: int, count: int) -> list[Meme]:
    """Return the memes: emotion pairs and categories in about the published shares, a few blank captions."""
    draw = generator(seed, "memes")
    sizes = apportion(count, [share for _, _, share in PAIRS])
    pairs = [(source, target) for (source, target, _), size in zip(PAIRS, sizes, strict=True) for _ in range(size)]
    draw.shuffle(pairs)
    axes = {axis: _categories(draw, count, shares) for axis, shares in AXES.items()}
    blank = set(draw.sample(range(count), min(count, max(1, round(PAPER_BLANK_TEXTS * count / PAPER_MEMES)))))
    memes = []
    for number, (source, target) in enumerate(pairs):
        name = f"{number}.png"
        caption = draw.choice(CAPTIONS)
        record = {
            "id": name,
            "det_emo": source,
            "img_desc": f"Visual cues: a scene that looks {source}.",
            "pos_txt": f"A lighter take, more {target}: {caption}",
            "spec": f"Keep the layout and make the scene {target}.",
            "tgt_emo": target,
            "gen_id": name,
            "text": "" if number in blank else caption,
            **{axis: categories[number] for axis, categories in axes.items()},
        }
        memes.append(Meme(name, source, target, record))
    return memes


def _categories(draw: Random, count: int, shares: dict[str, int]) -> list[str]:
    sizes = apportion(count, list(shares.values()))
    names = [name for name, size in zip(shares, sizes, strict=True) for _ in range(size)]
    draw.shuffle(names)
    return names


def likert(draw: Random, level: float) -> int:
    """Return a score 1 to 5 whose mean lies at a level in [0, 1]."""
    return 1 + sum(draw.random() < level for _ in range(4))


def _alignment(draw: Random, level: float, hit_rate: float, is_hit: bool) -> int:
    """Return an emotion-alignment score: at most 2 without a hit, and higher with one so that the mean stays."""
    if not is_hit:
        return 1 + (draw.random() < level)
    # A miss contributes level / 4 on average. Published levels that the gate rules out are reached as far as it lets.
    return likert(draw, min(0.99, (level - (1 - hit_rate) * level / 4) / hit_rate))


def verdict(draw: Random, system: str, target: str) -> dict[str, Any]:
    """Return one judge payload in the released shape; the target gate holds."""
    levels = SYSTEMS[system]
    is_hit = draw.random() < levels.ppe
    label, other_emotion = target, None
    if not is_hit:
        label = draw.choice([other for other in LABELS if other != target])
        if draw.random() < 0.03:
            label, other_emotion = "other", draw.choice(OTHER_EMOTIONS)
    return {
        "visual_assessment": {
            "rationale": "The scene fits the instruction.",
            "generation_quality_1_5": likert(draw, levels.vgq),
            "emotion_accuracy_1_5": _alignment(draw, levels.vea, levels.ppe, is_hit),
        },
        "text_assessment": {
            "rationale": "The caption can be read.",
            "generation_quality_1_5": likert(draw, levels.tgq),
            "emotion_accuracy_1_5": _alignment(draw, levels.tea, levels.ppe, is_hit),
        },
        "layout_consistency": {"rationale": "Panels compared.", "consistent": draw.random() < levels.lc},
        "overall_emotion_classification": {
            "rationale": f"It reads {label}.",
            "label": label,
            "other_emotion": other_emotion,
        },
        "perceived_emotion_shift": {
            "rationale": "Before and after compared.",
            "magnitude_1_5": likert(draw, levels.pes),
        },
        "overall_generation_quality": {
            "rationale": "Taken together.",
            "overall_generation_quality_1_5": likert(draw, levels.hgq),
        },
    }
