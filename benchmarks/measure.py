"""What the measuring scripts share: time and peak memory of a piece of work in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Measured:
    """Seconds of the work itself and the process's peak resident memory in MiB."""

    seconds: float
    peak_mib: float


def in_process(
    script: str, *arguments: object, environment: dict[str, str] | None = None, python: str | Path = sys.executable
) -> Measured:
    """Run Python code in a new process; it gets `arguments` in sys.argv and times itself with `timed()`."""
    frame = (
        "import json, resource, sys, time\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "_seconds = []\n"
        "class timed:\n"
        "    def __enter__(self): self.start = time.perf_counter()\n"
        "    def __exit__(self, *_): _seconds.append(time.perf_counter() - self.start)\n"
        f"{script}\n"
        "peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "print(json.dumps([sum(_seconds), peak]))\n"
    )
    done = subprocess.run(
        [str(python), "-c", frame, *map(str, arguments)],
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=True,
    )
    return Measured(*json.loads(done.stdout.splitlines()[-1]))


def command_seconds(command: list[str], environment: dict[str, str]) -> float:
    """Return the wall seconds of a command that must succeed."""
    start = time.perf_counter()
    subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True)
    return time.perf_counter() - start


def best(runs: list[Measured]) -> Measured:
    """Return the fastest run."""
    return min(runs, key=lambda run: run.seconds)
