"""Where things are: anchored to the project, so that every tool finds the same warehouse from any folder."""

from __future__ import annotations

import os
from pathlib import Path


def project_root() -> Path:
    """Return the folder that holds dbt_project.yml."""
    return Path(__file__).resolve().parent.parent


def _anchored(variable: str, default: str) -> Path:
    """Return the path in an environment variable, relative ones counted from the project."""
    return project_root() / (os.environ.get(variable) or default)


def warehouse_path() -> Path:
    """Return the DuckDB file (AFFECTMART_WAREHOUSE, default warehouse.duckdb)."""
    return _anchored("AFFECTMART_WAREHOUSE", "warehouse.duckdb")


def data_path() -> Path:
    """Return the folder that a bare `dbt build` lands first (AFFECTMART_DATA, default data/)."""
    return _anchored("AFFECTMART_DATA", "data")


def exports_path() -> Path:
    """Return the folder for tables and charts (AFFECTMART_EXPORTS, default exports/)."""
    return _anchored("AFFECTMART_EXPORTS", "exports")
