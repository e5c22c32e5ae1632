"""Where exported numbers come from: project, packages, source files, conventions. No times, so exports repeat."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from importlib.metadata import version

from analysis.marts import Marts
from ingest.paths import project_root

PACKAGES = ("affectmart", "altair", "dbt-core", "dbt-duckdb", "duckdb", "polars", "vl-convert-python")


def _commit() -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(project_root()), "rev-parse", "HEAD"], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() or None


def provenance(marts: Marts, files: Iterable[str], conventions: Iterable[str]) -> str:
    """Return provenance.json for exported files and the conventions of their numbers."""
    record = {
        "exports": sorted(files),
        "git_commit": _commit(),
        "packages": {name: version(name) for name in PACKAGES},
        "conventions": sorted(set(conventions)),
        "source_files": [{"path": path, "sha256": sha256} for path, sha256 in marts.sources()],
    }
    return json.dumps(record, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
