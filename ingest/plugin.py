"""dbt-duckdb's hook: land new and changed files of the data folder before models run."""

from __future__ import annotations

import os
from typing import Any

from dbt.adapters.duckdb.plugins import BasePlugin
from dbt.flags import get_flags
from dbt_common.exceptions import DbtRuntimeError

from ingest.detect import Request
from ingest.errors import IngestError
from ingest.paths import data_path, project_root
from ingest.store import Store
from ingest.sync import load


class Plugin(BasePlugin):
    """Acts in build, run and seed only; AFFECTMART_LAND=0 switches it off."""

    def initialize(self, plugin_config: dict[str, Any]) -> None:
        """Anchor the warehouse's relative path to the project, wherever dbt was started."""
        if self.creds is not None and self.creds.path != ":memory:":
            self.creds.path = str(project_root() / self.creds.path)

    def configure_connection(self, conn: Any) -> None:
        """Make schema raw and land the data folder."""
        command: str | None = getattr(get_flags(), "WHICH", None)  # type: ignore[no-untyped-call]
        if command not in ("build", "run", "seed"):
            return
        try:
            store = Store(conn)
            store.create_schema()
            if os.environ.get("AFFECTMART_LAND", "1") != "0" and data_path().is_dir():
                load(store, Request(paths=(data_path(),)))
        except IngestError as error:
            raise DbtRuntimeError(str(error)) from None
