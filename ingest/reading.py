"""Looking into schema raw without changing it: for status, rejects and trace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from ingest.benchmarks import raw_table
from ingest.errors import IngestError
from ingest.parse import original_text
from ingest.spec import FILE_ID, PAYLOAD, ROW_NUMBER, Source
from ingest.store import LedgerEntry, Store, raw_name, warehouse_error
from ingest.sync import landed_candidate, lies_as_landed, place

#: Rejects of any warehouse: an older one does not say which benchmark and table they belong to.
_REJECTS = """(
    from raw.rejects
    union all by name
    select cast(null as varchar) as benchmark, cast(null as varchar) as table_name where false
)"""

_ROW = re.compile(r"([0-9a-f]{6,64}):([0-9]{1,18})")


class Reader:
    """Read-only questions to schema raw."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.store = Store(connection)
        self._connection = connection

    def table_counts(self) -> list[tuple[Any, ...]]:
        """Return (benchmark, table, files, rows, rejected rows, note) of everything landed."""
        rows = self._connection.execute(
            """
            select benchmark, table_name, count(*), sum(row_count), sum(reject_count)
            from raw.files
            group by benchmark, table_name
            order by benchmark, table_name
            """
        ).fetchall()
        return [(*row, self._anonymity(row[0], row[1])) for row in rows]

    def _anonymity(self, benchmark: str, table_name: str) -> str:
        found = raw_table(benchmark, table_name)
        if found is None or not (found[1].is_anonymous or found[1].anonymous_field):
            return ""
        name = raw_name(found[0], table_name)
        unnamed = "true" if found[1].is_anonymous else f"{found[1].anonymous_field} is null"
        own = "and benchmark = ?" if found[0] == "conformed" else ""
        count = self._connection.execute(
            f"select count(*) from {name} where {unnamed} {own}",
            [benchmark] if own else [],
        ).fetchone()
        return f"{count[0]} rows of anonymous raters: no duplicate check" if count and count[0] else ""

    def reject_counts(self, reason: str | None) -> list[tuple[str, int]]:
        """Return (reason, distinct rows), most frequent first."""
        return self._connection.execute(
            f"""
            select reason, count(distinct (file_id, row_number, benchmark, table_name)) as row_count
            from {_REJECTS}
            where ? is null or reason = ?
            group by reason
            order by row_count desc, reason
            """,
            [reason, reason],
        ).fetchall()

    def rejects(self, reason: str | None, limit: int) -> list[tuple[Any, ...]]:
        """Return (source_row_id, benchmark.table, path, row, field, reason, value) of rejected rows, in file order."""
        return self._connection.execute(
            f"""
            select
                substr(file_id, 1, 12) || ':' || row_number, benchmark || '.' || table_name,
                path, row_number, field, reason, value
            from {_REJECTS}
            where ? is null or reason = ?
            order by path, file_id, benchmark, table_name, row_number, reason, field
            limit ?
            """,
            [reason, reason, limit],
        ).fetchall()

    def trace(self, source_row_id: str) -> Iterator[str]:
        """Yield lines that tell where a row came from and what it says.

        Raises IngestError for an id that is malformed, unknown or shared by several files.
        """
        found = _ROW.fullmatch(source_row_id.strip())
        if found is None:
            raise IngestError(
                f"{source_row_id}: is no row id. It looks like 3f2a9c01b7de:12, as in the column source_row_id."
            )
        prefix, number = found.group(1), int(found.group(2))
        entries = [e for e in self.store.entries() if e.file_id.startswith(prefix)]
        if not entries:
            raise IngestError(f"{source_row_id}: no landed file has an id that starts with {prefix}.")
        told = [line for entry in entries for line in self._trace_in(entry, number)]
        if not told:
            raise IngestError(f"{source_row_id}: {entries[0].path} is landed, but has no row {number}.")
        yield from told

    def _trace_in(self, entry: LedgerEntry, number: int) -> Iterator[str]:
        rejects = self._connection.execute(
            f"""
            select field, reason, value, payload from {_REJECTS}
            where
                file_id = ? and path = ? and row_number = ?
                and coalesce(benchmark, ?) = ? and coalesce(table_name, ?) = ?
            order by payload is null, field, reason
            """,
            [entry.file_id, entry.path, number, *[entry.benchmark] * 2, *[entry.table_name] * 2],
        ).fetchall()
        landed = list(self._landed(entry, number))
        if not rejects and not landed:
            return
        yield f"file: {place(entry)}"
        yield f"row: {number} of {entry.benchmark}.{entry.table_name}"
        for field, reason, value, _ in rejects:
            yield (
                f"rejected: {reason}" + (f", field {field}" if field else "") + (f", value {value!r}" if value else "")
            )
        payload = rejects[0][3] if rejects else None
        for name, record in landed:
            payload = record.pop(PAYLOAD, None) or payload
            yield f"landed in raw.{name}:"
            yield from (
                f"  {column}: {value}" for column, value in record.items() if column not in (FILE_ID, ROW_NUMBER)
            )
        if payload is None:
            payload = _in_file(entry, number)
        yield "original text:"
        yield "not kept, and the file is gone or has changed since" if payload is None else payload

    def _landed(self, entry: LedgerEntry, number: int) -> Iterator[tuple[str, dict[str, Any]]]:
        found = raw_table(entry.benchmark, entry.table_name)
        if found is None:
            return
        for table in (found[1], *found[1].companions):
            cursor = self._connection.execute(
                f"select * from {raw_name(found[0], table.name)} where {FILE_ID} = ? and {ROW_NUMBER} = ?",
                [entry.file_id, number],
            )
            columns = [column[0] for column in cursor.description or ()]
            for row in cursor.fetchall():
                yield f"{found[0]}__{table.name}", dict(zip(columns, row, strict=True))


def _in_file(entry: LedgerEntry, number: int) -> str | None:
    """Return a row of a table that keeps no texts as its file holds it, while that lies as it was landed."""
    if not lies_as_landed(entry):
        return None
    file = landed_candidate(entry)
    return original_text(file.table, Source(file.path, entry.path, file.groups, {}), number)


@contextmanager
def open_reader(path: Path, missing_is_none: bool = False) -> Iterator[Reader | None]:
    """Open a warehouse read-only; a missing one is an error or, if asked, None.

    Raises IngestError in one sentence.
    """
    if not path.exists():
        if missing_is_none:
            yield None
            return
        raise IngestError(f"{path}: there is no warehouse yet. Land something first: ingest load PATH")
    try:
        connection = duckdb.connect(str(path), read_only=True)
    except (duckdb.Error, OSError) as error:
        raise warehouse_error(path, error) from None
    try:
        yield Reader(connection)
    except duckdb.CatalogException:
        raise IngestError(f"{path}: holds nothing that ingest landed. Land something first: ingest load PATH") from None
    except duckdb.Error as error:
        raise warehouse_error(path, error) from None
    finally:
        connection.close()
