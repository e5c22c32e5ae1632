"""Where exported numbers come from: project, packages, source files, conventions. No times, so exports repeat."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import yaml

from analysis.marts import Marts
from ingest.paths import project_root

PACKAGES = ("affectmart", "altair", "dbt-core", "dbt-duckdb", "duckdb", "polars", "vl-convert-python")
FILE_NAME = "provenance.json"


def provenance(marts: Marts, files: Mapping[str, tuple[Sequence[str], bytes]], folder: Path) -> bytes:
    """Return provenance.json for files about to be written to a folder, keys sorted.

    `files` maps a file's name to (the conventions of its numbers, its content). What the folder's provenance.json
    already says of other files is kept while it still holds: same commit, packages and sources, file unchanged.
    """
    common = about(marts)
    exports = _still_true(folder, common) | {
        name: {"sha256": sha256(content).hexdigest(), "conventions": sorted(conventions)}
        for name, (conventions, content) in files.items()
    }
    every = sorted({convention for export in exports.values() for convention in export["conventions"]})
    record = {**common, "exports": exports, "conventions": every}
    return (json.dumps(record, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()


def about(marts: Marts) -> dict[str, Any]:
    """Return what every export of a warehouse shares: how it was built, with what, from which files.

    `seed` holds the variables that drew anything, as the build had them; `dbt` is the latest run, None where an older
    version built. Raises AnalysisError when there is no ledger.
    """
    builds = marts.builds()
    build = builds[-1] if builds else None
    variables = _variables() | (json.loads(build.pop("variables")) if build else {})
    return {
        "dbt": build,
        "git_commit": _commit(project_root()),
        "packages": {name: _version(name) for name in PACKAGES},
        "seed": {name: value for name, value in variables.items() if name.endswith("_seed")},
        "variables": {name: value for name, value in variables.items() if not isinstance(value, dict | list)},
        "source_files": [{"path": path, "sha256": digest} for path, digest in marts.sources()],
    }


def _variables() -> dict[str, Any]:
    """Return the variables of dbt_project.yml; none where it cannot be read."""
    try:
        found = yaml.safe_load((project_root() / "dbt_project.yml").read_text(encoding="utf-8"))["vars"]
    except (OSError, yaml.YAMLError, KeyError, TypeError):
        return {}
    return dict(found)


def _still_true(folder: Path, common: Mapping[str, Any]) -> dict[str, Any]:
    """Return the earlier entries that agree with the present state; none where the record is absent or not ours."""
    try:
        record = json.loads((folder / FILE_NAME).read_bytes())
        if any(record[key] != value for key, value in common.items()):
            return {}
        return {
            name: {"sha256": entry["sha256"], "conventions": list(entry["conventions"])}
            for name, entry in record["exports"].items()
            if entry["sha256"] == _digest(folder / name)
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _digest(path: Path) -> str | None:
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def _commit(root: Path) -> str | None:
    """Return the commit of the project's own repository, not of one that happens to lie around it."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "rev-parse", "--show-toplevel", "HEAD"],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return None
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) != 2 or Path(lines[0]).resolve() != root.resolve():
        return None
    return lines[1]


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
