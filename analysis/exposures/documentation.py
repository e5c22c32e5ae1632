"""What dbt's documentation says of each table and chart: the one place of their sentences and captions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import yaml

from ingest.paths import project_root


@cache
def descriptions() -> Mapping[str, str]:
    """Return the description of every exposure of dbt by name, each on one line."""
    found: dict[str, str] = {}
    for path in sorted((project_root() / "models").rglob("exposures.yml")):
        documented = yaml.safe_load(path.read_text(encoding="utf-8"))["exposures"]
        found |= {exposure["name"]: " ".join(exposure["description"].split()) for exposure in documented}
    return found
