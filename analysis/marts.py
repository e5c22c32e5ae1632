"""Read-only access to a built warehouse."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

import duckdb
import polars as pl

from analysis.errors import AnalysisError, NothingToShowError
from ingest.store import quoted, warehouse_error

# A pivot is a statement of several parts to DuckDB.
_READING = frozenset({"SELECT", "EXPLAIN", "MULTI"})


class Marts:
    """The marts of one warehouse, opened read-only and without reach to files or the network.

    A context manager: `with Marts(warehouse_path()) as marts: marts.frame("mer_bench_table_2")`.
    """

    def __init__(self, path: Path) -> None:
        """Open the warehouse. Raises AnalysisError in one sentence when it is missing, locked, newer or damaged."""
        self._path = path
        if not path.exists():
            raise AnalysisError(f"{path}: there is no warehouse yet. Run ingest load and dbt build first.")
        try:
            self._connection = duckdb.connect(str(path), read_only=True, config={"enable_external_access": "false"})
        except (duckdb.Error, OSError) as error:
            raise AnalysisError(str(warehouse_error(path, error))) from None

    def __enter__(self) -> Marts:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def frame(self, name: str, needed: Iterable[str] = ()) -> pl.DataFrame:
        """Return a mart as a frame, rows in the order of all columns.

        Raises AnalysisError when the mart is not built, unreadable or without a needed column, NothingToShowError when
        it is empty.
        """
        try:
            frame: pl.DataFrame = self._connection.sql(f"select * from marts.{quoted(name)} order by all").pl()
        except duckdb.CatalogException:
            raise AnalysisError(f"marts.{name} is not built. Run dbt build first.") from None
        except duckdb.Error as error:
            raise AnalysisError(str(warehouse_error(self._path, error))) from None
        absent = [column for column in needed if column not in frame.columns]
        if absent:
            raise AnalysisError(
                f"marts.{name} has no column {', '.join(absent)}: another version built it. Run dbt build again."
            )
        if frame.is_empty():
            raise NothingToShowError(f"marts.{name} has no row: nothing that it needs is landed.")
        return frame

    def names(self) -> set[str]:
        """Return the names of the marts that are built."""
        return self._tables("marts")

    def convention_tables(self) -> list[str]:
        """Return the seeds that describe conventions (those with convention_id and sentence), sorted."""
        found = self._connection.execute(
            """
            select table_name from information_schema.columns
            where table_schema = 'seeds' and table_name like '%conventions'
            group by table_name
            having count(*) filter (where column_name in ('convention_id', 'sentence')) = 2
            order by table_name
            """
        )
        return [str(name) for (name,) in found.fetchall()]

    def meanings(self) -> dict[str, str]:
        """Return what each registered convention means, in a sentence; none where no seed is built."""
        return {
            str(name): str(sentence)
            for table in self.convention_tables()
            for name, sentence in self.read(f"select convention_id, sentence from seeds.{quoted(table)}").iter_rows()
        }

    def read(self, sql: str, *values: Any) -> pl.DataFrame:
        """Return the rows of the project's own statement as a frame.

        Raises AnalysisError when a table is not built, lacks a column or is unreadable.
        """
        try:
            frame: pl.DataFrame = self._connection.sql(sql, params=list(values)).pl()
        except (duckdb.CatalogException, duckdb.BinderException) as error:
            said = _one_line(str(error)).removeprefix("Catalog Error: ").removeprefix("Binder Error: ")
            raise AnalysisError(f"{self._path}: {said} Run dbt build first.") from None
        except duckdb.Error as error:
            raise AnalysisError(str(warehouse_error(self._path, error))) from None
        return frame

    def builds(self) -> list[dict[str, Any]]:
        """Return what the latest dbt run wrote of itself, none where an older version built."""
        if "builds" not in self._tables("raw"):
            return []
        return self.read("select * from raw.builds order by all").to_dicts()

    def _tables(self, schema: str) -> set[str]:
        found = self._connection.execute(
            "select table_name from information_schema.tables where table_schema = ?", [schema]
        )
        return {str(name) for (name,) in found.fetchall()}

    def query(self, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Return the column names and rows of one reading statement.

        Raises AnalysisError with DuckDB's own words when the statement is wrong, and when it would do more than read.
        """
        try:
            statements = self._connection.extract_statements(sql)
            kinds = [statement.type.name.removesuffix("_STATEMENT") for statement in statements]
            if len(kinds) != 1:
                raise AnalysisError(f"SQL: give one statement, not {len(kinds) or 'none'}.")
            if kinds[0] not in _READING:
                raise AnalysisError(
                    f"SQL: the warehouse is read-only here; {kinds[0].replace('_', ' ')} is not run. "
                    "Use select, from, describe, show or explain."
                )
            cursor = self._connection.execute(sql)
            return _distinct([column[0] for column in cursor.description or ()]), cursor.fetchall()
        except duckdb.Error as error:
            raise AnalysisError(f"SQL: {_one_line(str(error))}") from None

    def sources(self) -> list[tuple[str, str]]:
        """Return (path, sha256) of every landed file, in path order.

        Raises AnalysisError when there is no ledger.
        """
        try:
            return self._connection.sql("select path, file_sha256 from raw.files order by all").fetchall()
        except duckdb.CatalogException:
            raise AnalysisError("raw.files is missing: no load made this warehouse. Run ingest load first.") from None


def _distinct(names: list[str]) -> list[str]:
    """Return column names with _1, _2, … where a name stands twice, so that no output loses a column."""
    taken: set[str] = set()
    for position, name in enumerate(names):
        number, free = 0, name
        while free in taken or (number and free in names):
            number += 1
            free = f"{name}_{number}"
        taken.add(free)
        names[position] = free
    return names


def _one_line(text: str) -> str:
    """Return DuckDB's message without the drawing of where it stands."""
    said = re.split(r"\n\s*\n?LINE \d+:", text, maxsplit=1)[0]
    line = " ".join(said.split())
    return line if len(line) <= 400 else line[:400] + "…"
