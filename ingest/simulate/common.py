"""What every simulator shares: seeded generators and writers that give the same bytes on every machine."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any


def generator(seed: int, *key: object) -> Random:
    """Return a generator of its own for each thing that is drawn, so that adding one moves no other."""
    return Random("|".join(map(str, (seed, *key))))


def empty_folder(out: Path) -> Path:
    """Make the folder; raises ValueError when it holds something already."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"{out}: is not empty. Name a new folder, or empty this one.")
    out.mkdir(parents=True, exist_ok=True)
    return out


def write_lines(path: Path, lines: Iterable[str], end: str = "\n") -> None:
    """Write lines as UTF-8 with \\n; `end` closes the last one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(("\n".join(lines) + end).encode("utf-8"))


def as_json(value: Any) -> str:
    """Return JSON on one line, keys in the order given."""
    return json.dumps(value, ensure_ascii=False)


def write_json(path: Path, value: Any) -> None:
    """Write indented JSON, keys in the order given."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8"))


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a CSV file with \\n line ends; None is blank."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, header, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def apportion(total: int, weights: Sequence[float]) -> list[int]:
    """Split a count in proportion to weights by largest remainders; the parts sum to the total."""
    whole = sum(weights)
    exact = [total * weight / whole for weight in weights]
    parts = [int(value) for value in exact]
    by_remainder = sorted(range(len(weights)), key=lambda k: (parts[k] - exact[k], k))
    for k in by_remainder[: total - sum(parts)]:
        parts[k] += 1
    return parts
