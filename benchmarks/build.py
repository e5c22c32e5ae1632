"""`dbt build` on 43,638 verdicts against dbt's own time on an empty warehouse.

    python benchmarks/build.py [ROUNDS]

Aim: at most 2x. Both builds run every model, data test and unit test; landing is done before and not timed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from ingest.simulate.mer_bench import SYSTEMS, Truths, as_json, generator, line, make_memes, verdict, write_index
from measure import ROOT, command_seconds

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
BIN = Path(sys.executable).parent


def write_population(folder: Path) -> None:
    """Write one verdict of each of 14 systems on each of 3,117 memes."""
    memes = make_memes(1, 3117)
    write_index(folder / "mer_bench", memes, Truths())
    for system in SYSTEMS:
        path = folder / "mer_bench" / "eval_outputs" / "all__ra=first__im=first" / "model_view" / system / "0.jsonl"
        path.parent.mkdir(parents=True)
        draw = generator(1, system)
        path.write_text("".join(as_json(line(0, m, system, verdict(draw, system, m.target))) + "\n" for m in memes))


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_population(folder / "data")
        seconds = {"empty": [], "43,638 verdicts": []}
        for number in range(ROUNDS):
            for what, data in (("empty", folder / "nothing"), ("43,638 verdicts", folder / "data")):
                environment = {
                    "AFFECTMART_WAREHOUSE": str(folder / f"{what[:2]}{number}.duckdb"),
                    "AFFECTMART_DATA": str(data),
                }
                if data.exists():
                    command_seconds([str(BIN / "ingest"), "load", str(data)], environment)
                build = [
                    str(BIN / "dbt"), "build", "--project-dir", str(ROOT), "--profiles-dir", str(ROOT), "--quiet",
                    "--target-path", str(folder / "target"), "--log-path", str(folder / "logs"),
                ]  # fmt: skip
                seconds[what].append(command_seconds(build, environment))
        print("| warehouse | seconds | ratio |\n|:--|--:|--:|")
        for what, runs in seconds.items():
            print(f"| {what} | {min(runs):.1f} | {min(runs) / min(seconds['empty']):.2f} |")


if __name__ == "__main__":
    main()
