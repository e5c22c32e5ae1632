"""MaMe-Re's raw files at any size: votes, systems' choices and rankings, pools, similarity; faults are counted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from ingest.simulate._mame_votes import Reference, make_reference, noisy, write_lists, write_votes
from ingest.simulate.common import as_json, empty_folder, generator, write_csv, write_json, write_lines

RETRIEVER = "Sarashina-Text-Emb-N"
TRIALS = 3
POOL_SIZES = (4, 8, 12)
CONDITIONS = {"Low": -2.0, "Mid": 0.0, "High": 2.0}
#: Memes that look alike; the similarity of a group's members is high.
GROUP = 30


@dataclass(frozen=True)
class System:
    """A system under test and how well it sees what is funny (0 blind, 1 perfect)."""

    name: str
    base_model: str
    method: str
    model_type: str
    with_description: str
    skill: float


def _systems() -> tuple[System, ...]:
    similarity = (
        ("Sarashina-Text-Emb", "text_emb", "NY"), ("OpenAI-Text-Emb", "text_emb", "NY"),
        ("Calm2-LLM-Emb", "llm_emb", "NY"), ("Qwen2.5-LLM-Emb", "llm_emb", "NY"),
        ("Jina-CLIP-Multi-Emb", "multi_emb", "N"), ("LAION-CLIP-Multi-Emb", "multi_emb", "N"),
        ("EvoVLM-VLM-Emb", "vlm_emb", "N"), ("Sarashina-VLM-Emb", "vlm_emb", "N"),
    )  # fmt: skip
    preference = ("gpt-5", "gpt-5-mini", "gpt-oss", "gemini-2.5-pro", "gemini-2.5-flash", "claude-4-sonnet")
    found = [
        System(f"{base}-{d}", base, "similarity", kind, d, 0.12 - 0.01 * n)
        for n, (base, kind, described) in enumerate(similarity)
        for d in described
    ]
    found += [
        System(f"{base}-{d}", base, "preference", "llm", d, 0.15 - 0.015 * n)
        for n, base in enumerate(preference)
        for d in "NY"
    ]
    return (*found, System("human", "human", "human", "human", "N", 0.3))


SYSTEMS = _systems()
RERANKERS = ("gpt-5-N", "gemini-2.5-pro-N", "gpt-oss-N")


def simulate(out: Path, seed: int, scale: float) -> dict[str, int]:
    """Write `out`/mame_re and `out`/truths.json; 1 is the paper's size. Returns the planted counts.

    Raises ValueError when `out` is not empty or the scale is not a positive number.
    """
    if not 0 < scale < float("inf"):
        raise ValueError(f"scale {scale}: is not a positive number. 1 is the size in the paper.")
    folder = empty_folder(out) / "mame_re"
    reference = make_reference(scale)
    write_lists(folder, reference, seed)
    write_votes(folder, reference, seed, scale)
    _write_systems(folder)
    rankings = _write_rankings(folder, reference, seed)
    cosines = _write_similarity(folder, reference, seed)
    pools = _write_pools(folder, reference, seed, cosines)
    _write_selections(folder, reference, seed, rankings, pools)
    truths = reference.truths
    truths["contexts"], truths["images"] = len(reference.contexts), len(reference.images)
    truths["systems"] = len(SYSTEMS)
    found = dict(sorted(truths.items()))
    write_json(out / "truths.json", found)
    return found


def _write_systems(folder: Path) -> None:
    rows = [
        {
            "system": s.name, "method": s.method, "with_description": s.with_description,
            "model_type": s.model_type, "base_model": s.base_model,
        }
        for s in SYSTEMS
    ]  # fmt: skip
    write_csv(folder / "systems.csv", ("system", "method", "with_description", "model_type", "base_model"), rows)


def _write_rankings(folder: Path, reference: Reference, seed: int) -> dict[str, list[str]]:
    """Write every similarity system's scores; returns the retriever's order of memes per context.

    Every second system rounds its scores to two digits, so that many memes tie; the last one leaves memes out.
    """
    order: dict[str, list[str]] = {}
    ranking = [s for s in SYSTEMS if s.method == "similarity"]
    for number, system in enumerate(ranking):
        draw = generator(seed, "ranking", system.name)
        lines = ["context_id,image_id,score"]
        for context in reference.contexts:
            scored: list[tuple[float, str]] = []
            for image in reference.images:
                gain = reference.funniness(context, image) if (context, image) in reference.votes else 0.0
                value = round(noisy(draw, system.skill * gain + 0.3, 0.05), 2 if number % 2 else 6)
                scored.append((value, image))
            if system is ranking[-1]:
                scored = scored[: max(3, len(scored) // 2)]
            lines += [f"{context},{image},{value}" for value, image in scored]
            if system.name == RETRIEVER:
                order[context] = [image for _, image in sorted(scored, key=lambda pair: (-pair[0], pair[1]))]
        if number == 0:
            lines += [f"{reference.contexts[0]},{reference.images[0]},nan", f"{reference.contexts[0]},gone_0,0.5"]
            reference.truths["rejected:score.non_finite"] += 1
            reference.truths["excluded:item.unknown"] += 1
        write_lines(folder / "rankings" / f"{system.name}.csv", lines)
    return order


def _write_similarity(folder: Path, reference: Reference, seed: int) -> dict[tuple[str, str], float]:
    """Write one encoder's cosines of all pairs of memes; returns them standardised, both orders."""
    draw = generator(seed, "similarity")
    images = reference.images
    raw = {
        (a, b): round(min(1.0, max(-1.0, draw.gauss(0.8 if i // GROUP == j // GROUP else 0.1, 0.05))), 6)
        for i, a in enumerate(images)
        for j, b in enumerate(images)
        if i < j
    }
    write_csv(
        folder / "similarity.csv",
        ("kind", "left_id", "right_id", "encoder", "cosine"),
        (
            {"kind": "image_image", "left_id": a, "right_id": b, "encoder": "Sarashina-Text-Emb", "cosine": value}
            for (a, b), value in raw.items()
        ),
    )
    mean = math.fsum(raw.values()) / len(raw)
    deviation = math.sqrt(math.fsum((v - mean) ** 2 for v in raw.values()) / len(raw))
    standard = {pair: (value - mean) / deviation for pair, value in raw.items()}
    return {**standard, **{(b, a): z for (a, b), z in standard.items()}}


PoolKey = tuple[str, int, str]


def _write_pools(
    folder: Path, reference: Reference, seed: int, cosines: dict[tuple[str, str], float]
) -> dict[PoolKey, dict[str, list[str]]]:
    """Write pools of the third and fourth experiment for all contexts but the last; returns their members."""
    pools: dict[PoolKey, dict[str, list[str]]] = {}
    rows: list[dict[str, Any]] = []
    for experiment, condition in (("exp3", ""), *(("exp4", c) for c in CONDITIONS)):
        for k in POOL_SIZES:
            members = pools.setdefault((experiment, k, condition), {})
            for context in reference.contexts[:-1]:
                draw = generator(seed, "pool", context)
                roles = _draw_pool(draw, reference, context, k, CONDITIONS.get(condition), cosines)
                members.update({context: list(roles)} if roles else {})
                rows += [
                    {
                        "experiment": experiment, "k": k, "context_id": context, "image_id": image,
                        "role": role, "condition": condition,
                    }
                    for image, role in roles.items()
                ]  # fmt: skip
    write_csv(folder / "pools.csv", ("experiment", "k", "context_id", "image_id", "role", "condition"), rows)
    reference.truths["pool_members"] = len(rows)
    return pools


def _draw_pool(
    draw: Random,
    reference: Reference,
    context: str,
    k: int,
    threshold: float | None,
    cosines: dict[tuple[str, str], float],
) -> dict[str, str]:
    """Return meme -> role, or nothing where no pool exists."""
    votes = {m: reference.votes[context, m] for m in reference.candidates(context)}
    funny = [m for m, (f, n) in votes.items() if 5 * f >= 4 * n]
    draw.shuffle(funny)
    for first in funny:
        near = [m for m in votes if m != first and (threshold is None or cosines[first, m] > threshold)]
        unfunny = [m for m in near if 5 * votes[m][0] <= votes[m][1]]
        somewhat = [m for m in near if votes[m][1] < 5 * votes[m][0] < 4 * votes[m][1]]
        if len(unfunny) >= k // 2 and len(somewhat) >= k // 2 - 1:
            return {
                first: "funny",
                **dict.fromkeys(draw.sample(unfunny, k // 2), "unfunny"),
                **dict.fromkeys(draw.sample(somewhat, k // 2 - 1), "somewhat"),
            }
    return {}


def _pick(draw: Random, reference: Reference, context: str, memes: Sequence[str], skill: float) -> str:
    voted = [m for m in memes if (context, m) in reference.votes]
    return max(voted, key=lambda m: (noisy(draw, skill * reference.funniness(context, m), 0.1), m))


def _write_selections(
    folder: Path,
    reference: Reference,
    seed: int,
    rankings: dict[str, list[str]],
    pools: dict[PoolKey, dict[str, list[str]]],
) -> None:
    size = len(reference.images)
    cuts = [2**n for n in range(1, 12) if 2**n < size] + [size]
    for system in SYSTEMS:
        if system.method == "similarity":
            continue
        draw = generator(seed, "selection", system.name)
        records: list[dict[str, Any]] = []
        if system.method == "preference":
            for trial in range(1, TRIALS + 1):
                for context in reference.contexts:
                    sample = draw.sample(reference.images, min(40, size))
                    image = _pick(draw, reference, context, sample, system.skill * 2)
                    records.append({"context_id": context, "trial": trial, "image_id": image})
        if system.name in RERANKERS:
            for k in cuts:
                for context in reference.contexts:
                    image = _pick(draw, reference, context, rankings[context][: max(k, 3)][:k], system.skill)
                    records.append(
                        {"context_id": context, "trial": 1, "image_id": image, "experiment": "exp2", "k": k,
                         "condition": RETRIEVER}
                    )  # fmt: skip
        if system.name in RERANKERS or system.method == "human":
            for (experiment, k, condition), members in pools.items():
                if system.method == "human" and experiment == "exp4":
                    continue
                for context, memes in members.items():
                    for trial in range(1, (TRIALS if system.method == "human" else 1) + 1):
                        image = _pick(draw, reference, context, memes, system.skill)
                        record = {"context_id": context, "trial": trial, "image_id": image, "experiment": experiment,
                                  "k": k}  # fmt: skip
                        records.append({**record, "condition": condition} if condition else record)
        lines = [as_json(r) for r in records]
        if system.name == "claude-4-sonnet-Y":
            lines = _damage(reference, records)
        write_lines(folder / "selections" / f"{system.name}.jsonl", lines)


def _damage(reference: Reference, records: list[dict[str, Any]]) -> list[str]:
    """Return one system's lines with one or two of every fault; the records come context by context per trial."""
    truths = reference.truths
    first, second, third, fourth, fifth, sixth = (dict(r) for r in records[:6])
    context, unvoted = reference.unvoted[0]
    place = next(n for n, r in enumerate(records) if r["context_id"] == context and r["trial"] == 2)
    bad: dict[int, dict[str, Any] | None] = {
        0: {**first, "status": "refusal"},
        1: {**second, "image_id": None, "status": "unparsable"},
        2: {**third, "image_id": "gone_1"},
        3: {**fourth, "image_id": None},
        4: None,
        place: {**records[place], "image_id": unvoted},
    }
    for reason in ("refusal", "unparsable", "out_of_pool", "no_choice", "no_reference"):
        truths[f"excluded:selection.{reason}"] += 1
    kept = [bad.get(n, r) for n, r in enumerate(records)]
    lines = [as_json({**sixth, "image_id": reference.images[0], "status": "error"})]
    lines += [as_json(r) for r in kept if r is not None]
    lines += [as_json(sixth), as_json({**fifth, "image_id": 7}), as_json({**fifth, "trial": "1"})]
    truths["excluded:row.superseded"] += 1
    truths["excluded:row.duplicate"] += 1
    truths["rejected:id.wrong_type"] += 1
    truths["rejected:trial.wrong_type"] += 1
    truths["missing:claude-4-sonnet-Y"] = 1
    truths["failed:claude-4-sonnet-Y"] = 4
    lines += [
        as_json({**fifth, "context_id": "no such"}),
        as_json({**fifth, "experiment": "exp3", "k": 400}),
    ]
    truths["excluded:item.unknown"] += 1
    truths["excluded:pool.unknown"] += 1
    return lines
