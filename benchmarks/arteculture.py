"""Simulate, load and build ArtECulture at the paper's size (or another): seconds and peak memory of each step.

    python benchmarks/arteculture.py [SCALE]

At 1 there are the paper's 6,792 retained images, some 94,000 annotations of them (more of discarded ones), 16 models in
3 settings and 3 cultures on the test split, and the ablations. Each step is a process of its own, with the memory that
it alone used.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

from measure import ROOT

BIN = Path(sys.executable).parent
SELECTED = ("-s", "+path:models/marts/arteculture")


def run(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Return wall seconds and peak GiB of a command that must succeed."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed.")
    return time.perf_counter() - start, used.ru_maxrss / 1024**2


def counts(warehouse: Path) -> dict[str, int]:
    """Return the landed rows of each raw table and the retained images."""
    with duckdb.connect(str(warehouse), read_only=True) as connection:
        found = dict(
            connection.sql("select table_name, cast(sum(row_count) as bigint) from raw.files group by all").fetchall()
        )
        retained = connection.sql("select image_count from marts.arteculture_retention where stage = 'retained'")
        return {**found, "retained": retained.fetchall()[0][0]}


def main(scale: float) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data, warehouse = folder / "data", folder / "w.duckdb"
        environment = {
            **os.environ,
            "AFFECTMART_WAREHOUSE": str(warehouse),
            "AFFECTMART_DATA": str(data),
            "AFFECTMART_LAND": "0",
        }
        places = [
            "--project-dir", str(ROOT), "--profiles-dir", str(ROOT),
            "--target-path", str(folder / "target"), "--log-path", str(folder / "logs"), "--quiet",
        ]  # fmt: skip
        ingest, dbt = str(BIN / "ingest"), str(BIN / "dbt")
        steps = {
            "simulate": [ingest, "simulate", "arteculture", "--out", str(data), "--seed", "1", "--scale", str(scale)],
            "load": [ingest, "load", str(data)],
            "load again, nothing changed": [ingest, "load", str(data)],
            "dbt build, tests and unit tests included": [dbt, "build", *SELECTED, *places],
            "dbt run, models alone": [dbt, "run", *SELECTED, *places],
        }
        print("| step | seconds | peak GiB |\n|:--|--:|--:|", flush=True)
        for step, command in steps.items():
            seconds, gib = run(command, environment)
            print(f"| {step} | {seconds:.1f} | {gib:.2f} |", flush=True)
        landed = counts(warehouse)
        shown = ", ".join(f"{count:,} {table}" for table, count in sorted(landed.items()))
        print(f"\n{shown}; warehouse {warehouse.stat().st_size / 1024**2:.0f} MiB.")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
