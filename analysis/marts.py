"""Read-only access to a built warehouse."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from analysis.errors import AnalysisError, NothingToShowError
from ingest.store import quoted, warehouse_error


class Marts:
    """The marts of one open warehouse."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def frame(self, name: str) -> pl.DataFrame:
        """Return a mart as a frame, rows in the order of all columns.

        Raises AnalysisError when the mart is not built, NothingToShowError when it is empty.
        """
        try:
            frame: pl.DataFrame = self._connection.sql(f"select * from marts.{quoted(name)} order by all").pl()
        except duckdb.CatalogException:
            raise AnalysisError(f"marts.{name} is not built. Run dbt build first.") from None
        if frame.is_empty():
            raise NothingToShowError(f"marts.{name} has no row: nothing that it needs is landed.")
        return frame

    def query(self, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Return the column names and rows of one reading statement.

        Raises AnalysisError with DuckDB's own first sentence when the statement is wrong or would write.
        """
        try:
            cursor = self._connection.execute(sql)
            return [column[0] for column in cursor.description or ()], cursor.fetchall()
        except duckdb.Error as error:
            raise AnalysisError(f"SQL: {' '.join(str(error).split())[:400]}") from None

    def sources(self) -> list[tuple[str, str]]:
        """Return (path, sha256) of every landed file, in path order."""
        try:
            return self._connection.execute("select path, file_sha256 from raw.files order by all").fetchall()
        except duckdb.CatalogException:
            raise AnalysisError("raw.files is missing: no load made this warehouse. Run ingest load first.") from None


@contextmanager
def open_marts(path: Path) -> Iterator[Marts]:
    """Open a warehouse read-only, without reach to files or the network.

    Raises AnalysisError in one sentence when it is missing, locked, newer or damaged.
    """
    if not path.exists():
        raise AnalysisError(f"{path}: there is no warehouse yet. Run ingest load and dbt build first.")
    try:
        connection = duckdb.connect(str(path), read_only=True, config={"enable_external_access": "false"})
    except (duckdb.Error, OSError) as error:
        raise AnalysisError(str(warehouse_error(path, error))) from None
    try:
        yield Marts(connection)
    finally:
        connection.close()
