"""Reading and landing judge replies against a bare loop of the fastest JSON decoder over the same file.

    python benchmarks/ingest_judgements.py [--large]

Three measures in one run, interleaved: the bare loop (msgspec), strict parsing into row tuples, and landing in a
new warehouse. Aims: parsing at most 3x, landing at most 6x, peak memory flat between the sizes and under 1 GiB.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from ingest.simulate.mer_bench import write_verdicts
from measure import Measured, best, in_process

BARE = """
import msgspec
decode = msgspec.json.Decoder().decode
with timed():
    with open(sys.argv[1], "rb") as stream:
        for line in stream:
            decode(line)
"""
PARSE = """
from pathlib import Path
from ingest.benchmarks.mer_bench import VERDICTS
from ingest.parse import parse
from ingest.spec import Source
from ingest.sync import scales_in_force
path = Path(sys.argv[1])
source = Source(path, path.name, VERDICTS.match(path.as_posix()), scales_in_force((), ())[0])
with timed():
    assert sum(len(batch.rows["verdicts"]) for batch in parse(VERDICTS, source) if batch.rows) == int(sys.argv[2])
"""
LAND = """
from pathlib import Path
from ingest.detect import Request
from ingest.store import open_store
from ingest.sync import load
with timed():
    with open_store(Path(sys.argv[3])) as store:
        outcome = load(store, Request(paths=(Path(sys.argv[1]),)))
assert outcome.files[0].counts.landed == int(sys.argv[2])
"""


def measure(folder: Path, count: int, rounds: int) -> dict[str, Measured]:
    """Return the best of some interleaved rounds for each way."""
    path = folder / "eval_outputs" / "ra=first__im=first" / "model_view" / "many" / f"{count}.jsonl"
    if not path.exists():
        write_verdicts(path, count, seed=1)
    runs: dict[str, list[Measured]] = {"bare loop": [], "strict parse": [], "land": []}
    for number in range(rounds):
        runs["bare loop"].append(in_process(BARE, path))
        runs["strict parse"].append(in_process(PARSE, path, count))
        runs["land"].append(in_process(LAND, path, count, folder / f"{count}_{number}.duckdb"))
    size = path.stat().st_size / 1e6
    found = {name: best(measured) for name, measured in runs.items()}
    bare = found["bare loop"].seconds
    for name, one in found.items():
        print(
            f"| {count:,} | {name} | {count / one.seconds:,.0f} | {size / one.seconds:,.0f} "
            f"| {one.seconds / bare:.2f} | {one.peak_mib:,.0f} |"
        )
    return found


def main() -> None:
    print("| documents | way | documents/s | MB/s | ratio | peak MiB |\n|--:|:--|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as name:
        measure(Path(name), 43_638, rounds=3)
        measure(Path(name), 436_380, rounds=1 if "--large" not in sys.argv else 3)


if __name__ == "__main__":
    main()
