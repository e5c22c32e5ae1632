"""MER-Bench as its code releases it: an index and per-run judge files, with a known number of each fault.

What the judge answered is made first, as a `Recording`; the files are written from it. A further kind of file (a
generation log, expert scores, the judge's cache) is one more function beside `write_index`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ingest.simulate._mer_experts import write_judge_study
from ingest.simulate._mer_faults import FAULTS, FLAGS, Plant
from ingest.simulate._mer_population import PAPER_MEMES, SYSTEMS, Experiment, Meme, make_memes, verdict
from ingest.simulate.common import as_json, empty_folder, generator, write_json, write_lines

__all__ = [
    "SYSTEMS", "Truths", "as_json", "generator", "line", "make_memes", "simulate", "verdict", "write_index",
    "write_verdicts",
]  # fmt: skip

#: A system and the id of a meme: what is judged once and then served from the judge's cache.
Output = tuple[str, str]


@dataclass
class Truths:
    """What was planted, as counts."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, count: int = 1) -> None:
        """Count something planted."""
        self.counts[name] += count


def simulate(out: Path, seed: int, scale: float, *, has_judge_study: bool = False) -> dict[str, int]:
    """Write `out`/mer_bench and `out`/truths.json; 1 is the paper's size. Returns the planted counts.

    `has_judge_study` writes experts' scores and four judge configurations of known faults in place of recorded runs.

    Raises ValueError when `out` is not empty or the scale is not a positive number.
    """
    if not 0 < scale < float("inf"):
        raise ValueError(f"scale {scale}: is not a positive number. 1 is the size in the paper.")
    folder = empty_folder(out) / "mer_bench"
    truths = Truths()
    memes = make_memes(seed, max(12, round(PAPER_MEMES * scale)))
    write_index(folder, memes, truths)
    if has_judge_study:
        planted = write_judge_study(folder, memes, seed)
        write_json(out / "truths.json", planted)
        return planted
    main = Experiment("RF-VF", "first", tuple(SYSTEMS), run_count=10, size=min(100, max(6, round(len(memes) / 8))))
    second = Experiment("RL-VF", "last", tuple(SYSTEMS)[:4], run_count=2, size=min(20, max(6, len(memes) // 4)))
    # Beyond the paper's size the runs draw no more, so there is no room for more faults either.
    plants = max(1, min(20, round(scale * 20)))
    write_recording(folder, record(main, memes, seed, plants), truths, seed, is_damaged=True)
    write_recording(folder, record(second, memes, seed, plants=0), truths, seed)
    truths.add("models", len(SYSTEMS))
    found = dict(sorted(truths.counts.items()))
    write_json(out / "truths.json", found)
    return found


# --- the index --------------------------------------------------------------------------------------------------------


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


# --- what the judge answered ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """One answer of the judge: the payload as kept, the verdict it was made from, and what was planted in it."""

    payload: dict[str, Any]
    verdict: dict[str, Any]
    plant: Plant | None = None


@dataclass(frozen=True)
class Recording:
    """An experiment's runs: the memes that each one draws, and every output's answers in the order of asking.

    All answers but the last are errors of the judge's cache, so the next run asks again; the last one is served from
    then on.
    """

    experiment: Experiment
    draws: list[list[Meme]]
    answers: dict[Output, tuple[Answer, ...]]

    def unstable_outputs(self) -> int:
        """Return how many outputs carry two different verdicts that a strict reader accepts."""
        draws = Counter(meme.id for drawn in self.draws for meme in drawn)
        found = 0
        for (_, meme_id), answers in self.answers.items():
            served = answers[: draws[meme_id]]
            found += len({as_json(a.verdict) for a in served if a.plant is None or a.plant.reason is None}) > 1
        return found


def record(experiment: Experiment, memes: list[Meme], seed: int, plants: int) -> Recording:
    """Judge every drawn output once, and plant each fault and flag `plants` times."""
    draws = experiment.draws(memes, seed)
    counts = Counter(meme.id for drawn in draws for meme in drawn)
    answers: dict[Output, tuple[Answer, ...]] = {}
    for system in experiment.systems:
        for meme in memes:
            if meme.id in counts:
                payload = verdict(generator(seed, experiment.configuration, system, meme.id), system, meme.target)
                answers[system, meme.id] = (Answer(payload, payload),)
    # The last system's files are damaged as files.
    places = [output for output in answers if output[0] != experiment.systems[-1]]
    generator(seed, "faults").shuffle(places)
    # An accepted answer that is asked again shows two verdicts only where the output is drawn again.
    repeated = [plant for plant in FLAGS if plant.is_error] * plants
    places.sort(key=lambda output: counts[output[1]] < 2)
    chosen = places[: len(repeated)]
    others = places[len(repeated) :]
    generator(seed, "other faults").shuffle(others)
    rest = [plant for plant in (*FAULTS, *FLAGS) if plant.reason or not plant.is_error] * plants
    for (system, meme_id), plant in zip((*chosen, *others), (*repeated, *rest), strict=False):
        payload = answers[system, meme_id][0].verdict
        planted = Answer(plant.change(payload), payload, plant)
        again = _another(payload) if plant.reason is None else payload
        answers[system, meme_id] = (planted, Answer(again, again)) if plant.is_error else (planted,)
    return Recording(experiment, draws, answers)


def _another(judge: dict[str, Any]) -> dict[str, Any]:
    """Return a verdict that differs from another one in the layout and the shift."""
    layout, shift = judge["layout_consistency"], judge["perceived_emotion_shift"]
    return {
        **judge,
        "layout_consistency": {**layout, "consistent": not layout["consistent"]},
        "perceived_emotion_shift": {**shift, "magnitude_1_5": shift["magnitude_1_5"] % 5 + 1},
    }


# --- per-run files ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """One line of a per-run file and what a strict reader finds: a reason, or flags."""

    text: str
    reason: str | None = None
    flags: tuple[str, ...] = ()


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


def write_recording(folder: Path, recording: Recording, truths: Truths, seed: int, *, is_damaged: bool = False) -> None:
    """Write every per-run file of an experiment; `is_damaged` adds what is wrong with files, not with replies."""
    experiment = recording.experiment
    last = experiment.systems[-1]
    for system, run, lines in _files(recording):
        end = "\n"
        if is_damaged and system == last and run == 0:
            lines.append(Line(as_json(_unknown_item(recording, seed))))
            truths.add("unknown_items")
        if is_damaged and system == last and run == 1:
            lines.insert(2, Line(""))
            truths.add("blank_lines")
        if is_damaged and system == last and run == 2:
            lines[-1], end = Line(lines[-1].text[:200], reason="json.parse_failed"), ""
            truths.add("truncated_lines")
        path = folder / "eval_outputs" / experiment.folder / "model_view" / system / f"{run}.jsonl"
        write_lines(path, [one.text for one in lines], end)
        truths.add("files")
        _count(lines, truths)
    truths.add("runs", experiment.run_count)
    truths.add("outputs", len(recording.answers))
    truths.add("instability_outputs", recording.unstable_outputs())


def _files(recording: Recording) -> Iterator[tuple[str, int, list[Line]]]:
    """Yield (system, run, lines) of each file; run after run, as the judge's cache fills."""
    asked: Counter[Output] = Counter()
    for run, drawn in enumerate(recording.draws):
        for system in recording.experiment.systems:
            lines = []
            for meme in sorted(drawn, key=lambda m: f"{m.id}::{system}"):
                answers = recording.answers[system, meme.id]
                number = asked[system, meme.id]
                asked[system, meme.id] += 1
                answer, is_hit = answers[min(number, len(answers) - 1)], number >= len(answers)
                lines.append(_line(recording.experiment, run, meme, system, answer, is_hit))
            yield system, run, lines


def _line(experiment: Experiment, run: int, meme: Meme, system: str, answer: Answer, is_hit: bool) -> Line:
    judge = answer.payload
    if is_hit:
        key = sha256(f"{experiment.configuration}|{system}|{meme.id}".encode()).hexdigest()
        judge = {**judge, "_cached_is_error": False, "_cache_key": key}
    text = as_json(line(run, meme, system, judge))
    if answer.plant and answer.plant.reason:
        return Line(text, reason=answer.plant.reason)
    planted = (answer.plant.flag,) if answer.plant and answer.plant.flag else ()
    return Line(text, flags=(*planted, *(("cache_hit",) if is_hit else ())))


def _unknown_item(recording: Recording, seed: int) -> dict[str, Any]:
    system = recording.experiment.systems[-1]
    known = recording.draws[0][0]
    # Its name sorts behind every number, so the file stays in the order of sample ids.
    unknown = Meme("unknown.png", "sad", "happy", {**known.record, "id": "unknown.png"})
    return line(0, unknown, system, verdict(generator(seed, "unknown"), system, unknown.target))


def _count(lines: list[Line], truths: Truths) -> None:
    for one in lines:
        if not one.text:
            continue
        truths.add("lines_received")
        truths.add("lines_rejected" if one.reason else "lines_accepted")
        for name in (f"reason:{one.reason}",) if one.reason else (f"flag:{flag}" for flag in one.flags):
            truths.add(name)


# --- for benchmarks ---------------------------------------------------------------------------------------------------

_WORDS = ("the", "panel", "keeps", "its", "frame", "while", "face", "turns", "calm", "caption", "stays", "readable")


def write_verdicts(path: Path, count: int, seed: int) -> None:
    """Stream `count` valid lines, about 1.6 kB each, into one file; memory stays flat."""
    draw = generator(seed, "verdicts")
    memes = make_memes(seed, 500)
    systems = tuple(SYSTEMS)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for number in range(count):
            system, meme = systems[number % len(systems)], memes[number % len(memes)]
            judge = verdict(draw, system, meme.target)
            for block in judge.values():
                block["rationale"] = " ".join(draw.choices(_WORDS, k=18))
            if number % 20 == 0:
                judge["text_assessment"]["rationale"] += ' It says "calm".'
            stream.write(as_json(line(0, Meme(f"{number}.png", meme.source, meme.target, meme.record), system, judge)))
            stream.write("\n")
