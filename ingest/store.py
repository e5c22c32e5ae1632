"""The warehouse as ingest sees it: schema raw, its ledger, and file-by-file replacement inside one transaction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from ingest.benchmarks import CONFORMED, benchmarks, raw_table
from ingest.errors import IngestError
from ingest.scales import NAME_COLUMNS, SCALE_COLUMNS, ScaleRow
from ingest.spec import FILE_ID, PAYLOAD, Batch, Table

#: The ledger's tables. They hold times; marts never read those.
LEDGER = {
    "files": (
        ("file_id", "varchar"), ("file_sha256", "varchar"), ("path", "varchar"), ("root", "varchar"),
        ("benchmark", "varchar"), ("table_name", "varchar"), ("parser_version", "integer"),
        ("scale_digest", "varchar"), ("configuration", "varchar"), ("byte_count", "bigint"), ("row_count", "bigint"),
        ("reject_count", "bigint"), ("load_id", "bigint"), ("loaded_at", "timestamp"),
    ),
    "rejects": (
        ("file_id", "varchar"), ("path", "varchar"), ("benchmark", "varchar"), ("table_name", "varchar"),
        ("row_number", "bigint"), ("field", "varchar"),
        ("reason", "varchar"), ("value", "varchar"), ("payload", "varchar"), ("load_id", "bigint"),
    ),
    "loads": (
        ("load_id", "bigint"), ("loaded_at", "timestamp"), ("landed_file_count", "bigint"),
        ("replaced_file_count", "bigint"), ("removed_file_count", "bigint"),
    ),
    "scales": tuple(
        (name, {"position": "integer", "numeric_value": "double"}.get(name, "varchar")) for name in SCALE_COLUMNS
    ),
    "questions": (("benchmark", "varchar"), ("question", "varchar"), ("scale", "varchar")),
}  # fmt: skip

_POLARS: Mapping[str, pl.DataType | type[pl.DataType]] = {
    "varchar": pl.String,
    "bigint": pl.Int64,
    "integer": pl.Int32,
    "double": pl.Float64,
    "boolean": pl.Boolean,
    "timestamp": pl.Datetime("us"),
}


def quoted(name: str) -> str:
    """Return an identifier in double quotes."""
    return '"' + name.replace('"', '""') + '"'


def raw_name(benchmark: str, table: str) -> str:
    """Return the quoted name of a raw table."""
    return f"raw.{quoted(f'{benchmark}__{table}')}"


def file_id(relative_path: str, digest: str) -> str:
    """Return a file's id: sha256 of its path below the loaded folder and of its bytes' sha256."""
    return sha256(f"{relative_path}\n{digest}".encode()).hexdigest()


@dataclass(frozen=True)
class LedgerEntry:
    """One landed file as the ledger knows it."""

    file_id: str
    file_sha256: str
    path: str
    root: str
    benchmark: str
    table_name: str
    parser_version: int
    scale_digest: str
    configuration: str | None
    row_count: int
    reject_count: int


@dataclass
class FileCounts:
    """What became of one file's rows; counts are of distinct rows."""

    received: int = 0
    landed: int = 0
    rejected: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def warehouse_error(path: Path, error: Exception) -> IngestError:
    """Return one sentence for what DuckDB says when it cannot open or write a warehouse."""
    text = str(error)
    process = re.search(r"PID (\d+)", text)
    if "lock" in text.lower() and ("Conflicting" in text or process):
        who = f"process {process.group(1)}" if process else "another process"
        return IngestError(
            f"{path}: is open in {who}. Close it (a notebook, a DuckDB shell, a running dbt) and try again."
        )
    if "version number" in text or "newer version" in text or "storage version" in text:
        return IngestError(
            f"{path}: was written by another DuckDB version than this one ({duckdb.__version__}). "
            "Use that version, or move the file away and load again."
        )
    if "not a valid DuckDB database file" in text or "Corrupt" in text or "corrupt" in text:
        return IngestError(f"{path}: is no DuckDB database or is damaged. Move it away and load again.")
    if "No space left" in text or "could not write" in text.lower():
        return IngestError(f"{path}: the disk is full. Free some space and load again; nothing was changed.")
    if (
        isinstance(error, OSError)
        or "Permission denied" in text
        or "Cannot open file" in text
        or "read-only" in text.lower()
    ):
        return IngestError(f"{path}: cannot be opened for writing. Check the folder and its permissions.")
    return IngestError(f"{path}: {text.splitlines()[0]}")


class Store:
    """Schema raw of one open warehouse."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    # --- schema ---

    def create_schema(self) -> None:
        """Create the ledger and every declared table that is not there yet, and add columns that are new."""
        self.connection.execute("create schema if not exists raw")
        present = self._columns()
        for name, columns in LEDGER.items():
            self._create(present, name, columns)
        for benchmark in (CONFORMED, *benchmarks().values()):
            for table in benchmark.all_tables():
                columns = (*table.columns, (FILE_ID, "varchar"))
                self._create(present, f"{benchmark.name}__{table.name}", columns)

    def _columns(self) -> dict[str, set[str]]:
        rows = self.connection.execute(
            "select table_name, column_name from information_schema.columns where table_schema = 'raw'"
        ).fetchall()
        found: dict[str, set[str]] = {}
        for table, column in rows:
            found.setdefault(table, set()).add(column)
        return found

    def _create(self, present: dict[str, set[str]], name: str, columns: Sequence[tuple[str, str]]) -> None:
        if name not in present:
            # Original texts are long and alike: zstd writes them smaller and faster than the automatic choice.
            packed = {PAYLOAD: " using compression zstd", "payload": " using compression zstd"}
            body = ", ".join(f"{quoted(column)} {kind}{packed.get(column, '')}" for column, kind in columns)
            self.connection.execute(f"create table raw.{quoted(name)} ({body})")
            return
        for column, kind in columns:
            if column not in present[name]:
                self.connection.execute(f"alter table raw.{quoted(name)} add column {quoted(column)} {kind}")

    # --- ledger ---

    def entries(self) -> list[LedgerEntry]:
        """Return the ledger, in path order."""
        if not self._columns().get("files"):
            return []
        columns = ", ".join(LedgerEntry.__dataclass_fields__)
        rows = self.connection.execute(f"select {columns} from raw.files order by path, file_id").fetchall()
        return [LedgerEntry(*row) for row in rows]

    def user_scales(self) -> list[ScaleRow]:
        """Return the scale rows that users registered."""
        if not self._columns().get("scales"):
            return []
        columns = ", ".join(SCALE_COLUMNS)
        rows = self.connection.execute(f"select {columns} from raw.scales order by scale, position").fetchall()
        return [
            ScaleRow(
                scale=row[0],
                label=row[1],
                position=row[2],
                numeric_value=row[3],
                polarity=row[4],
                names={n: v for n, v in zip(NAME_COLUMNS, row[5:9], strict=True) if v},
                aliases=tuple((row[9] or "").split("|")) if row[9] else (),
            )
            for row in rows
        ]

    def replace_user_scales(self, rows: Iterable[ScaleRow]) -> None:
        """Write the scale rows that users registered, in place of those known before."""
        self.connection.execute("delete from raw.scales")
        for row in rows:
            values = [
                row.scale, row.label, row.position, row.numeric_value, row.polarity,
                *(row.names.get(name) for name in NAME_COLUMNS), "|".join(row.aliases) or None,
            ]  # fmt: skip
            self.connection.execute(f"insert into raw.scales values ({', '.join('?' * len(values))})", values)

    def user_questions(self) -> dict[tuple[str, str], str]:
        """Return the questions that users registered, each with its scale."""
        if not self._columns().get("questions"):
            return {}
        rows = self.connection.execute("select benchmark, question, scale from raw.questions").fetchall()
        return {(benchmark, question): scale for benchmark, question, scale in sorted(rows)}

    def replace_user_questions(self, questions: Mapping[tuple[str, str], str]) -> None:
        """Write the questions that users registered, in place of those known before."""
        self.connection.execute("delete from raw.questions")
        for (benchmark, question), scale in sorted(questions.items()):
            self.connection.execute("insert into raw.questions values (?, ?, ?)", [benchmark, question, scale])

    # --- writing ---

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run everything inside or nothing."""
        self.connection.execute("begin transaction")
        try:
            yield
            self.connection.execute("commit")
        except BaseException:
            self._rollback()
            raise

    def _rollback(self) -> None:
        try:
            self.connection.execute("rollback")
        except duckdb.Error:
            # A failed commit has rolled back already.
            return

    def next_load_id(self) -> int:
        """Return the number of the load that is about to start."""
        found = self.connection.execute("select coalesce(max(load_id), 0) + 1 from raw.loads").fetchone()
        assert found is not None
        return int(found[0])

    def remove(self, entry: LedgerEntry) -> None:
        """Delete a file's rows, rejects and ledger entry."""
        found = raw_table(entry.benchmark, entry.table_name)
        prefix, table = found if found else ("", None)
        for part in (table, *table.companions) if table else ():
            # Equal bytes may be landed for two benchmarks; each keeps its own rows of a shape.
            own = " and benchmark = ?" if prefix == CONFORMED.name else ""
            self.connection.execute(
                f"delete from {raw_name(prefix, part.name)} where {FILE_ID} = ?{own}",
                [entry.file_id, *([entry.benchmark] if own else [])],
            )
        # A reject of an older warehouse names no table: it goes with the first that is read again.
        self.connection.execute(
            """
            delete from raw.rejects
            where file_id = ? and path = ? and coalesce(benchmark, ?) = ? and coalesce(table_name, ?) = ?
            """,
            [entry.file_id, entry.path, *[entry.benchmark] * 2, *[entry.table_name] * 2],
        )
        self.connection.execute(
            "delete from raw.files where file_id = ? and benchmark = ? and table_name = ?",
            [entry.file_id, entry.benchmark, entry.table_name],
        )

    def land(self, benchmark: str, table: Table, entry_id: str, path: str, batch: Batch, load_id: int) -> None:
        """Append one batch of a file's rows and rejects."""
        prefix = CONFORMED.name if table in CONFORMED.tables else benchmark
        for part in (table, *table.companions):
            rows = batch.rows.get(part.name)
            if rows:
                self._append(raw_name(prefix, part.name), part.columns, rows, {FILE_ID: entry_id})
        if batch.rejects:
            rejects = [(r.row_number, r.field, r.reason, r.value, r.payload) for r in batch.rejects]
            columns = tuple(
                (n, dict(LEDGER["rejects"])[n]) for n in ("row_number", "field", "reason", "value", "payload")
            )
            place = {"file_id": entry_id, "path": path, "benchmark": benchmark, "table_name": table.name}
            self._append("raw.rejects", columns, rejects, {**place, "load_id": load_id})

    def _append(
        self,
        target: str,
        columns: Sequence[tuple[str, str]],
        rows: Sequence[tuple[Any, ...]],
        constants: dict[str, Any],
    ) -> None:
        # Polars types a column of Python values as declared, and unlike pyarrow's does not look for pandas first.
        frame = pl.DataFrame(
            [
                pl.Series(name, values, dtype=_POLARS[kind])
                for values, (name, kind) in zip(zip(*rows, strict=True), columns, strict=True)
            ]
        )
        names = [quoted(name) for name, _ in columns] + [quoted(name) for name in constants]
        selected = [quoted(name) for name, _ in columns] + ["?"] * len(constants)
        # DuckDB finds `incoming` by its Python name. A registered view would keep every batch alive until the
        # transaction ends.
        incoming = frame.to_arrow()  # noqa: F841
        self.connection.execute(
            f"insert into {target} ({', '.join(names)}) select {', '.join(selected)} from incoming",
            list(constants.values()),
        )

    def record(self, entry: LedgerEntry, byte_count: int, load_id: int) -> None:
        """Write a file's ledger entry."""
        self.connection.execute(
            """
            insert into raw.files (
                file_id, file_sha256, path, root, benchmark, table_name, parser_version, scale_digest, configuration,
                byte_count, row_count, reject_count, load_id, loaded_at
            ) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, current_localtimestamp())
            """,
            [
                entry.file_id, entry.file_sha256, entry.path, entry.root, entry.benchmark, entry.table_name,
                entry.parser_version, entry.scale_digest, entry.configuration, byte_count, entry.row_count,
                entry.reject_count, load_id,
            ],
        )  # fmt: skip

    def record_load(self, load_id: int, landed: int, replaced: int, removed: int) -> None:
        """Write the load's own entry."""
        self.connection.execute(
            "insert into raw.loads values (?, current_localtimestamp(), ?, ?, ?)",
            [load_id, landed, replaced, removed],
        )


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """Open a warehouse for writing and make its raw schema.

    Raises IngestError in one sentence when the file is locked, newer, damaged or not writable.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = duckdb.connect()
        # Small row groups are written as they fill, instead of through the log and again when it closes.
        location = str(path).replace("'", "''")
        connection.execute(f"attach '{location}' as warehouse (row_group_size 30720)")
    except (duckdb.Error, OSError) as error:
        raise warehouse_error(path, error) from None
    try:
        connection.execute("use warehouse")
        # Rows are placed by file and number, never by insertion order; without it appends stream to disk.
        connection.execute("set preserve_insertion_order = false")
        # One file is read at a time: more threads or memory would only hold more of it.
        connection.execute("set threads = 1")
        connection.execute("set memory_limit = '512MB'")
        store = Store(connection)
        store.create_schema()
        yield store
    except duckdb.Error as error:
        raise warehouse_error(path, error) from None
    finally:
        connection.close()
