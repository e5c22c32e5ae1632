"""MER-Bench as its code releases it: an index and per-run judge files, with a known number of each fault."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from ingest.simulate.common import apportion, as_json, empty_folder, generator, write_json, write_lines

#: Systems with the level (0 to 1) of visual, text, layout, emotion and shift quality that the paper's table suggests.
SYSTEMS = {
    "Flux9B": (0.92, 0.60, 0.93, 0.82, 0.97), "QwenEdit": (0.84, 0.55, 0.90, 0.75, 0.92),
    "Flux4B": (0.80, 0.30, 0.86, 0.76, 0.95), "UniPic": (0.68, 0.45, 0.80, 0.50, 0.68),
    "DreamO2": (0.58, 0.33, 0.92, 0.48, 0.55), "ZTurbo": (0.76, 0.70, 0.12, 0.66, 0.86),
    "LongCat": (0.72, 0.25, 0.93, 0.50, 0.62), "Step1X": (0.65, 0.30, 0.96, 0.46, 0.54),
    "Bagel7B": (0.32, 0.06, 0.78, 0.25, 0.30), "GoT": (0.32, 0.22, 0.64, 0.24, 0.28),
    "IP2P": (0.28, 0.10, 0.82, 0.20, 0.22), "OmniG2": (0.40, 0.20, 0.70, 0.30, 0.34),
    "ICEdit": (0.45, 0.12, 0.88, 0.28, 0.36), "SD": (0.20, 0.04, 0.55, 0.15, 0.18),
}  # fmt: skip
PAIRS = (("sad", "happy", 1026), ("angry", "calm", 937), ("tense", "relaxed", 1020), ("bored", "excited", 134))
VISUAL_TYPES = ("Template_StylizedMeme", "Photo_RealPerson", "Object_Animal_Dominant", "Cartoon_Anime")
POLARITIES = ("Positive", "Neutral", "Negative")
LAYOUTS = ("SinglePanel_Meme", "MultiPanel_Meme")
LABELS = ("angry", "sad", "tense", "bored", "calm", "happy", "excited", "relaxed")
CAPTIONS = (
    "Monday again, and the coffee is empty", "When the build breaks five minutes before the demo",
    'He said "just one more episode"', "The bus left. The rain came.\nI stayed.", "Nobody: … Me at 3 a.m. 🙃",
    "猫は今日も寝ている", "C:\\temp\\never_again.txt", "My plant died; I had named it Hope",
)  # fmt: skip
PAPER_MEMES = 3117


@dataclass(frozen=True)
class Meme:
    """One record of the index."""

    id: str
    source: str
    target: str
    record: dict[str, str]


@dataclass
class Truths:
    """What was planted, as counts."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, count: int = 1) -> None:
        """Count something planted."""
        self.counts[name] += count


def simulate(out: Path, seed: int, scale: float) -> dict[str, int]:
    """Write `out`/mer_bench and `out`/truths.json; 1 is the paper's size. Returns the planted counts.

    Raises ValueError when `out` is not empty.
    """
    folder = empty_folder(out) / "mer_bench"
    truths = Truths()
    memes = make_memes(seed, max(12, round(PAPER_MEMES * scale)))
    write_index(folder, memes, truths)
    main = Experiment("RF-VF", "first", tuple(SYSTEMS), run_count=10, size=min(100, max(6, len(memes) // 2)))
    second = Experiment("RL-VF", "last", tuple(SYSTEMS)[:4], run_count=2, size=min(20, max(6, len(memes) // 4)))
    write_experiment(folder, main, memes, seed, truths, fault_repeats=max(1, round(scale * 20)))
    write_experiment(folder, second, memes, seed, truths, fault_repeats=0)
    found = dict(sorted(truths.counts.items()))
    write_json(out / "truths.json", found)
    return found


# --- the index --------------------------------------------------------------------------------------------------------


def make_memes(seed: int, count: int) -> list[Meme]:
    """Return the memes, emotion pairs in the published shares."""
    draw = generator(seed, "memes")
    sizes = apportion(count, [share for _, _, share in PAIRS])
    pairs = [(source, target) for (source, target, _), size in zip(PAIRS, sizes, strict=True) for _ in range(size)]
    draw.shuffle(pairs)
    memes = []
    for number, (source, target) in enumerate(pairs):
        name = f"{number}.png"
        caption = "" if draw.random() < 0.01 else draw.choice(CAPTIONS)
        memes.append(
            Meme(
                name,
                source,
                target,
                {
                    "id": name,
                    "det_emo": source,
                    "img_desc": f"Visual cues: a scene that looks {source}.",
                    "pos_txt": f"A lighter take, more {target}: {caption}",
                    "spec": f"Keep the layout and make the scene {target}.",
                    "tgt_emo": target,
                    "gen_id": name,
                    "text": caption,
                    "visual_type": draw.choices(VISUAL_TYPES, (50, 20, 15, 15))[0],
                    "sentiment_polarity": draw.choices(POLARITIES, (15, 20, 65))[0],
                    "layout_type": draw.choices(LAYOUTS, (75, 25))[0],
                },
            )
        )
    return memes


def write_index(folder: Path, memes: list[Meme], truths: Truths) -> None:
    """Write the index with one record repeated and one id taken twice."""
    records = [meme.record for meme in memes]
    records.append(memes[3].record)
    # The later record stands, so the conflicting one comes first.
    records.insert(0, {**memes[4].record, "spec": "an earlier instruction"})
    write_json(folder / "index_final.json", records)
    truths.add("files")
    truths.add("memes", len(memes))
    truths.add("index_duplicates")
    truths.add("index_superseded")


# --- verdicts ---------------------------------------------------------------------------------------------------------


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


def likert(draw: Random, level: float) -> int:
    """Return a score 1 to 5 around a level."""
    return 1 + sum(draw.random() < level for _ in range(4))


def verdict(draw: Random, system: str, target: str) -> dict[str, Any]:
    """Return one judge payload in the released shape; the target gate holds."""
    visual, text, layout, emotion, shift = SYSTEMS[system]
    hit = draw.random() < emotion
    label = target if hit else draw.choice([other for other in LABELS if other != target])
    vea, tea = likert(draw, (visual + emotion) / 2), likert(draw, (text + emotion) / 2)
    return {
        "visual_assessment": {
            "rationale": "The scene fits the instruction.",
            "generation_quality_1_5": likert(draw, visual),
            "emotion_accuracy_1_5": vea if hit else min(vea, 2),
        },
        "text_assessment": {
            "rationale": "The caption can be read.",
            "generation_quality_1_5": likert(draw, text),
            "emotion_accuracy_1_5": tea if hit else min(tea, 2),
        },
        "layout_consistency": {"rationale": "Panels compared.", "consistent": draw.random() < layout},
        "overall_emotion_classification": {"rationale": f"It reads {label}.", "label": label, "other_emotion": None},
        "perceived_emotion_shift": {"rationale": "Before and after compared.", "magnitude_1_5": likert(draw, shift)},
        "overall_generation_quality": {
            "rationale": "Taken together.",
            "overall_generation_quality_1_5": likert(draw, (visual + text) / 2),
        },
    }


def line(run: int, meme: Meme, system: str, judge: Any) -> dict[str, Any]:
    """Return one line of a per-run file in the released shape."""
    return {
        "run": run,
        "row_id": meme.id,
        "gen_id": meme.id,
        "model": system,
        "out": {
            "sample": {
                "sample_id": f"{meme.id}::{system}",
                "src_image_path": f"src/{meme.id}",
                "gen_image_path": f"gen/{system}/{meme.id}",
                "src_emotion": meme.source,
                "tgt_emotion": meme.target,
                "src_caption_text": meme.record["text"],
                "tgt_caption_text": meme.record["pos_txt"],
                "edit_instruction": meme.record["spec"],
            },
            "judge": judge,
        },
    }


def write_experiment(
    folder: Path, experiment: Experiment, memes: list[Meme], seed: int, truths: Truths, fault_repeats: int
) -> None:
    """Write every per-run file of an experiment; an output is judged once and served from the cache afterwards."""
    served: set[tuple[str, str]] = set()
    lines: dict[tuple[str, int], list[str]] = {}
    draws = [
        generator(seed, experiment.folder, run).sample(memes, experiment.size) for run in range(experiment.run_count)
    ]
    for run, drawn in enumerate(draws):
        for system in experiment.systems:
            rows = []
            for meme in sorted(drawn, key=lambda m: f"{m.id}::{system}"):
                judge = verdict(generator(seed, experiment.configuration, system, meme.id), system, meme.target)
                if (system, meme.id) in served:
                    key = sha256(f"{experiment.configuration}|{system}|{meme.id}".encode()).hexdigest()
                    judge |= {"_cache_key": key, "_cached_is_error": False}
                    truths.add("flag:cache_hit")
                served.add((system, meme.id))
                rows.append(as_json(line(run, meme, system, judge)))
            lines[system, run] = rows
    if fault_repeats:
        plant(lines, experiment, memes, seed, truths, fault_repeats)
    for (system, run), rows in lines.items():
        write_lines(folder / "eval_outputs" / experiment.folder / "model_view" / system / f"{run}.jsonl", rows)
        truths.add("files")
        truths.add("lines_received", sum(bool(row) for row in rows))
    truths.counts["lines_accepted"] = truths.counts["lines_received"] - truths.counts["lines_rejected"]


# --- faults -----------------------------------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], Any]


def _set(block: str, name: str, value: Any) -> Change:
    def change(judge: dict[str, Any]) -> Any:
        return {**judge, block: {**judge[block], name: value}}

    return change


def _without(block: str, name: str | None = None) -> Change:
    def change(judge: dict[str, Any]) -> Any:
        if name is None:
            return {key: value for key, value in judge.items() if key != block}
        return {**judge, block: {key: value for key, value in judge[block].items() if key != name}}

    return change


def _as_text(pack: Callable[[str], str]) -> Change:
    """An error record as the released code writes it when its plain JSON parser failed on the reply."""
    return lambda judge: {"error": "json_parse_failed: JSONDecodeError", "raw_text": pack(as_json(judge))}


#: Reason code and the change of a valid payload that earns it.
FAULTS: tuple[tuple[str, Change], ...] = (
    ("json.empty", _as_text(lambda text: "")),
    ("json.no_object", _as_text(lambda text: "I cannot judge this image.")),
    ("json.multiple_objects", _as_text(lambda text: f"{text}\n{text}")),
    ("json.parse_failed", _as_text(lambda text: text[: len(text) // 2])),
    ("json.duplicate_key", _as_text(lambda text: text[:-1] + ', "text_assessment": {}}')),
    ("json.non_finite", _as_text(lambda text: text.replace('"magnitude_1_5": ', '"magnitude_1_5": NaN, "was": '))),
    ("schema.root_not_object", _as_text(lambda text: f"[{text}]")),
    ("schema.missing_field", _without("text_assessment")),
    ("schema.missing_field", _without("visual_assessment", "rationale")),
    ("score.wrong_type", _set("visual_assessment", "generation_quality_1_5", "4")),
    ("score.wrong_type", _set("text_assessment", "generation_quality_1_5", True)),
    ("score.not_integer", _set("perceived_emotion_shift", "magnitude_1_5", 3.5)),
    ("score.out_of_range", _set("perceived_emotion_shift", "magnitude_1_5", 0)),
    ("score.out_of_range", _set("overall_generation_quality", "overall_generation_quality_1_5", 6)),
    ("layout.wrong_type", _set("layout_consistency", "consistent", "true")),
    ("label.not_in_scale", _set("overall_emotion_classification", "label", "joyful")),
    ("post_validation.other_emotion_missing", _set("overall_emotion_classification", "label", "other")),
    ("post_validation.other_emotion_not_null", _set("overall_emotion_classification", "other_emotion", "proud")),
    ("judge.request_failed", lambda judge: {"error": "request_failed: TimeoutError: no answer"}),
    ("judge.sample_exception", lambda judge: {"error": "sample_exception: FileNotFoundError"}),
)


def _violate_gate(judge: dict[str, Any]) -> Any:
    emotion = judge["overall_emotion_classification"]
    # Every target is a positive emotion, so an angry label never hits.
    return {
        **judge,
        "visual_assessment": {**judge["visual_assessment"], "emotion_accuracy_1_5": 5},
        "overall_emotion_classification": {**emotion, "label": "angry"},
    }


def _respell(judge: dict[str, Any]) -> Any:
    emotion = judge["overall_emotion_classification"]
    return {**judge, "overall_emotion_classification": {**emotion, "label": f" {emotion['label'].title()} "}}


#: Flag and the change of a valid payload that earns it.
FLAGS: tuple[tuple[str, Change], ...] = (
    ("target_gate_violation", _violate_gate),
    ("label_normalised", _respell),
    ("extra_keys", lambda judge: {**judge, "confidence": 0.9}),
    ("extra_keys", lambda judge: {**judge, "error": None}),
    ("fenced", _as_text(lambda text: f"```json\n{text}\n```")),
    ("wrapped", _as_text(lambda text: f"Here is my assessment: {text} I hope it helps.")),
)


def plant(
    lines: dict[tuple[str, int], list[str]],
    experiment: Experiment,
    memes: list[Meme],
    seed: int,
    truths: Truths,
    repeats: int,
) -> None:
    """Replace some fresh replies by faulty ones, and add a blank line, a cut last line and an unknown meme."""
    places = _fresh_places(lines, seed)
    for name, change in FAULTS * repeats:
        _change(lines, next(places), change)
        truths.add(f"reason:{name}")
        truths.add("lines_rejected")
    for name, change in FLAGS * repeats:
        _change(lines, next(places), change)
        truths.add(f"flag:{name}")
    # Asked again after a failed post-validation: the same output, another answer in a later run.
    _ask_again(lines, seed)
    truths.add("instability_outputs")
    last = experiment.systems[-1]
    unknown = Meme("unknown.png", "sad", "happy", {**memes[0].record, "id": "unknown.png"})
    payload = verdict(generator(seed, "unknown"), last, "happy")
    lines[last, 0].append(as_json(line(0, unknown, last, payload)))
    truths.add("unknown_items")
    lines[last, 1].insert(2, "")
    cut = lines[last, 2][-1]
    lines[last, 2][-1] = cut[:200]
    truths.add("flag:cache_hit", -int("_cache_key" in cut))
    truths.add("reason:json.parse_failed")
    truths.add("lines_rejected")


def _fresh_places(lines: dict[tuple[str, int], list[str]], seed: int) -> Iterator[tuple[tuple[str, int], int]]:
    """Yield places of plain replies in a stable shuffled order, leaving out what `plant` changes in other ways."""
    last = list(lines)[-1][0]
    places = [
        (key, number)
        for key, rows in lines.items()
        for number, row in enumerate(rows)
        if key[0] != last and "_cache_key" not in row
    ]
    generator(seed, "faults").shuffle(places)
    yield from places


def _change(lines: dict[tuple[str, int], list[str]], place: tuple[tuple[str, int], int], change: Change) -> None:
    key, number = place
    record = json.loads(lines[key][number])
    record["out"]["judge"] = change(record["out"]["judge"])
    lines[key][number] = as_json(record)


def _ask_again(lines: dict[tuple[str, int], list[str]], seed: int) -> None:
    last = list(lines)[-1][0]
    for key, rows in reversed(list(lines.items())):
        for number, row in enumerate(rows[:-1]):
            if key[0] == last and "_cache_key" in row:
                record = json.loads(row)
                block = record["out"]["judge"]["layout_consistency"]
                block["consistent"] = not block["consistent"]
                rows[number] = as_json(record)
                return


# --- for benchmarks ---------------------------------------------------------------------------------------------------


def write_verdicts(path: Path, count: int, seed: int) -> None:
    """Stream `count` valid lines, about 1.5 kB each, into one file; memory stays flat."""
    draw = generator(seed, "verdicts")
    memes = make_memes(seed, 500)
    words = ["the", "panel", "keeps", "its", "frame", "while", "face", "turns", "calm", "caption", "stays", "readable"]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for number in range(count):
            system = list(SYSTEMS)[number % len(SYSTEMS)]
            meme = memes[number % len(memes)]
            judge = verdict(draw, system, meme.target)
            for block in judge.values():
                block["rationale"] = " ".join(draw.choices(words, k=18))
            if number % 20 == 0:
                judge["text_assessment"]["rationale"] += ' It says "calm".'
            stream.write(as_json(line(0, Meme(f"{number}.png", meme.source, meme.target, meme.record), system, judge)))
            stream.write("\n")
