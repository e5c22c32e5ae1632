"""MER-Bench computed from raw files by plain Python; imports nothing of the project."""

from __future__ import annotations

import json
import math
import statistics
from collections import defaultdict
from pathlib import Path
from typing import Any

LABELS = {"angry", "sad", "tense", "bored", "calm", "happy", "excited", "relaxed", "other"}
LIKERT = {
    "vgq": ("visual_assessment", "generation_quality_1_5"),
    "vea": ("visual_assessment", "emotion_accuracy_1_5"),
    "tgq": ("text_assessment", "generation_quality_1_5"),
    "tea": ("text_assessment", "emotion_accuracy_1_5"),
    "pes": ("perceived_emotion_shift", "magnitude_1_5"),
    "hgq": ("overall_generation_quality", "overall_generation_quality_1_5"),
}
BLOCKS = (
    "visual_assessment", "text_assessment", "layout_consistency", "overall_emotion_classification",
    "perceived_emotion_shift", "overall_generation_quality",
)  # fmt: skip


class Bad(Exception):
    pass


def strict(text: str) -> Any:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({k for k, _ in items}) != len(items):
            raise Bad("json.duplicate_key")
        return dict(items)

    def constant(name: str) -> Any:
        raise Bad("json.non_finite")

    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise Bad("json.parse_failed") from error


def unpack(reply: str) -> tuple[Any, str | None]:
    """Return the payload of a reply as text and the flag that says how it was packed."""
    text = reply.strip()
    if not text:
        raise Bad("json.empty")
    if text.startswith("["):
        strict(text)
        raise Bad("schema.root_not_object")
    if text.startswith("```json"):
        return strict(text[7:-3]), "fenced"
    if text.startswith("{"):
        end = _end(text, 0)
        if end is not None and text[end:].strip().startswith("{"):
            raise Bad("json.multiple_objects")
        return strict(text), None
    if "{" not in text:
        raise Bad("json.no_object")
    start = text.index("{")
    end = _end(text, start)
    assert end is not None
    return strict(text[start:end]), "wrapped"


def _end(text: str, start: int) -> int | None:
    try:
        return json.JSONDecoder().raw_decode(text, start)[1]
    except json.JSONDecodeError:
        return None


def judge(payload: Any) -> tuple[dict[str, Any], set[str], bool]:
    """Return (scores, flags, whether the released code drops it); raises Bad."""
    flags: set[str] = set()
    dropped = "error" in payload
    if "error" in payload and not any(block in payload for block in BLOCKS):
        if "raw_text" in payload:
            inner, packing = unpack(payload["raw_text"])
            scores, flags, _ = judge(inner)
            return scores, flags | ({packing} if packing else set()), True
        prefix = payload["error"].split(":")[0]
        raise Bad({"request_failed": "judge.request_failed", "sample_exception": "judge.sample_exception"}[prefix])
    for block in BLOCKS:
        if block not in payload or "rationale" not in payload[block]:
            raise Bad("schema.missing_field")
        for name, (home, key) in LIKERT.items():
            if home != block:
                continue
            value = payload[block][key]
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise Bad("score.wrong_type")
            if value != int(value):
                raise Bad("score.not_integer")
            if not 1 <= value <= 5:
                raise Bad("score.out_of_range")
            _ = name
        if block == "layout_consistency" and not isinstance(payload[block]["consistent"], bool):
            raise Bad("layout.wrong_type")
        if block == "overall_emotion_classification":
            label = payload[block]["label"].strip().casefold()
            if label not in LABELS:
                raise Bad("label.not_in_scale")
            other = payload[block]["other_emotion"]
            if label == "other" and not other:
                raise Bad("post_validation.other_emotion_missing")
            if label != "other" and other:
                raise Bad("post_validation.other_emotion_not_null")
    scores = {name: payload[block][key] for name, (block, key) in LIKERT.items()}
    scores["lc"] = payload["layout_consistency"]["consistent"]
    raw = payload["overall_emotion_classification"]["label"]
    scores["label"] = raw.strip().casefold()
    if raw != scores["label"]:
        flags.add("label_normalised")
    own = {key for key in payload if not key.startswith("_")}
    if own - set(BLOCKS):
        flags.add("extra_keys")
    if "_cache_key" in payload:
        flags.add("cache_hit")
    return scores, flags, dropped


def released(payload: Any, target: str) -> dict[str, float] | None:
    if not isinstance(payload, dict) or "error" in payload:
        return None

    def likert(block: str, key: str) -> float:
        value = payload.get(block, {}).get(key)
        return float(value) if isinstance(value, int | float) and 1 <= value <= 5 else 0.0

    found = {name: likert(*where) for name, where in LIKERT.items()}
    found["lc"] = float(payload.get("layout_consistency", {}).get("consistent") is True)
    found["ppe"] = float(payload.get("overall_emotion_classification", {}).get("label") == target)
    return found


def read(folder: Path) -> list[dict[str, Any]]:
    """Return one record per received line: where it stands and what it says, strictly and as released."""
    found = []
    for path in sorted(folder.rglob("*.jsonl")):
        experiment, mode, model, run = path.parts[-4], path.parts[-3], path.parts[-2], int(path.stem)
        order = "RF" if "ra=first" in experiment else "RL"
        for number, text in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            if not text.strip():
                continue
            row: dict[str, Any] = {
                "experiment": experiment, "mode": mode, "model": model, "run": run, "line": number, "item": None,
                "configuration": f"{order}-VF", "flags": set(), "reason": None, "strict": None, "released": None,
            }  # fmt: skip
            try:
                record = strict(text)
            except Bad as bad:
                row["reason"] = str(bad)
                found.append(row)
                continue
            target = record["out"]["sample"]["tgt_emotion"]
            payload = record["out"]["judge"]
            row["item"] = record["row_id"]
            row["released"] = released(payload, target)
            try:
                scores, flags, dropped = judge(payload)
            except Bad as bad:
                row["reason"] = str(bad)
            else:
                hit = scores.pop("label") == target
                if not hit and max(scores["vea"], scores["tea"]) > 2:
                    flags.add("target_gate_violation")
                row |= {"flags": flags, "strict": {**{k: float(v) for k, v in scores.items()}, "ppe": float(hit)}}
                assert dropped == (row["released"] is None)
            found.append(row)
    return found


def unit(means: dict[str, float]) -> dict[str, float]:
    return {k: min(1.0, max(0.0, (v - 1) / 4)) if k in LIKERT else v for k, v in means.items()}


def aggregates(m: dict[str, float], definition: str) -> dict[str, float]:
    a, eps, floor = 3.0, 1e-3, 1e-12 if definition == "released" else 0.0
    whole = m["vea"] + m["tea"] + floor
    tas = m["ppe"] * (2 * m["vea"] * m["tea"] / whole if whole else 0.0)
    cfs = m["lc"] * math.prod(max(m[k], floor) for k in ("vgq", "tgq", "hgq")) ** (1 / 3)
    sss = (1 - math.exp(-a * m["pes"])) / (1.0 if definition == "released" else 1 - math.exp(-a))
    lifted = ((tas + eps) * (cfs + eps) * (sss + eps)) ** (1 / 3) - eps
    return {"tas": tas, "cfs": cfs, "sss": sss, "rfs": lifted / ((1 - eps) if definition == "released" else 1.0)}


def values(rows: list[dict[str, float]], definition: str, grain: str) -> dict[str, float]:
    """Return the twelve metrics of a set of readings."""
    means = unit({k: math.fsum(r[k] for r in rows) / len(rows) for k in rows[0]})
    if grain == "run":
        return means | aggregates(means, definition)
    each = [aggregates(unit(r), definition) for r in rows]
    return means | {k: math.fsum(e[k] for e in each) / len(each) for k in each[0]}


def recorded(
    lines: list[dict[str, Any]], known: set[str], coercion: str
) -> dict[tuple[str, str, int], list[dict[str, float]]]:
    """Return the readings of each (configuration, model, run)."""
    runs: dict[tuple[str, str, int], list[dict[str, float]]] = defaultdict(list)
    for row in lines:
        if row["item"] in known and row[coercion] is not None:
            runs[row["configuration"], row["model"], row["run"]].append(row[coercion])
    return runs


def table_2(
    lines: list[dict[str, Any]], known: set[str], definition: str, coercion: str, grain: str
) -> dict[tuple[str, str, str], tuple[float, float]]:
    """Return {(configuration, model, metric): (mean %, sd %)} over recorded runs."""
    series: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for (configuration, model, _), rows in recorded(lines, known, coercion).items():
        for metric, value in values(rows, definition, grain).items():
            series[configuration, model, metric].append(value)
    return {k: (100 * statistics.fmean(v), 100 * statistics.stdev(v)) for k, v in series.items()}


def index_ids(folder: Path) -> set[str]:
    return {meme["id"] for meme in json.loads((folder / "index_final.json").read_text(encoding="utf-8"))}
