"""`python -m ingest.lock`: say in one sentence that the warehouse is in use, before a long build starts."""

from __future__ import annotations

import sys

import duckdb

from ingest.paths import warehouse_path
from ingest.store import warehouse_error


def main() -> int:
    """Return 0 when the warehouse can be written (or is not there yet), else 1 with a sentence."""
    path = warehouse_path()
    if not path.exists():
        return 0
    try:
        duckdb.connect(str(path)).close()
    except (duckdb.Error, OSError) as error:
        sys.stderr.write(f"error: {warehouse_error(path, error)}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
