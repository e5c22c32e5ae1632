"""`dbt build -s +path:models/marts/emogenie` at the paper's size and at multiples of its annotation records.

    python benchmarks/emogenie.py            1x and 50x
    python benchmarks/emogenie.py 1 10       other multiples

Aim: seconds grow no faster than rows, peak memory below 8 GiB. Files are landed before and not timed. At 50x there are
50 times the prompts, images and annotations (4.8 million records); questions and models' answers stay at the paper's
size: each of them is one row of one file and passes the same models whatever their number.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ingest.simulate.common import write_csv
from ingest.simulate.emogenie import (
    ANNOTATION_COLUMNS,
    image_rows,
    make_annotations,
    make_images,
    make_prompts,
    prompt_rows,
    simulate,
)
from measure import ROOT

BIN = Path(sys.executable).parent
FACTORS = (1, 50)


def write_images(folder: Path, factor: int) -> int:
    """Write images and annotations of `factor` times 800 prompts over a simulated folder; return the records."""
    prompts = make_prompts(1, 400 * factor)
    images = make_images(prompts)
    write_csv(folder / "prompts.csv", ("prompt_id", "perspective", "emotion", "intensity"), prompt_rows(prompts))
    write_csv(folder / "images.csv", ("image_id", "prompt_id", "t2i_model"), image_rows(images))
    (folder / "annotations.csv").unlink()
    count, block = 0, 6400
    for start in range(0, len(images), block):
        part = images[start : start + block]
        rows = make_annotations(part, 1)
        write_csv(folder / f"part_{start:07d}" / "annotations.csv", ANNOTATION_COLUMNS, rows)
        count += len(rows)
    return count


def build(folder: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Return seconds and peak GiB of the build, run as a child process."""
    command = [
        str(BIN / "dbt"), "build", "--quiet", "-s", "+path:models/marts/emogenie",
        "--project-dir", str(ROOT), "--profiles-dir", str(ROOT),
        "--target-path", str(folder / "target"), "--log-path", str(folder / "logs"),
    ]  # fmt: skip
    start = time.perf_counter()
    with (folder / "said.txt").open("wb") as said:
        child = subprocess.Popen(command, env=environment, stdout=said, stderr=said, stdin=subprocess.DEVNULL)
        # The build's own peak: landing is a child of this process too, and its peak must not be reported here.
        _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit((folder / "said.txt").read_text(errors="replace"))
    return time.perf_counter() - start, usage.ru_maxrss / 1024**2


def main(factors: tuple[int, ...]) -> None:
    print("| records | seconds | against rows | peak GiB |\n|--:|--:|--:|--:|")
    first: tuple[int, float] | None = None
    for factor in factors:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            simulate(folder / "data", 1, 1.0)
            records = write_images(folder / "data" / "emogenie", factor)
            environment = {
                **os.environ,
                "AFFECTMART_WAREHOUSE": str(folder / "w.duckdb"),
                "AFFECTMART_DATA": str(folder / "data"),
                "AFFECTMART_LAND": "0",
            }
            subprocess.run(
                [str(BIN / "ingest"), "load", str(folder / "data")], env=environment, check=True, capture_output=True
            )
            seconds, gib = build(folder, environment)
            first = first or (records, seconds)
            growth = (seconds / first[1]) / (records / first[0])
            print(f"| {records:,} | {seconds:.1f} | {growth:.2f} | {gib:.2f} |", flush=True)


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or FACTORS)
