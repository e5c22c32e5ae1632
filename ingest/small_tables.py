"""Small files that declare something (scales, questions): every format of a data file, every cell as trimmed text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ingest.errors import IngestError
from ingest.files import open_binary, strip_compression
from ingest.json_text import JsonError, decode, shown, strictness_faults

#: A row as it is read: where it stands, and its values by column.
Row = tuple[str, Mapping[str, Any]]


def read_table(path: Path, required: Sequence[str], what: str) -> list[tuple[str, dict[str, str]]]:
    """Read a small CSV, TSV, JSONL or Parquet file, compressed or not, as (where, trimmed cells) per row.

    Raises IngestError naming the file and what is wrong when it cannot be read or lacks a column.
    """
    with open_binary(path) as stream:
        content = stream.read()
    name = strip_compression(path.name).lower()
    if name.endswith(".parquet"):
        rows = _parquet_rows(path, content)
    elif name.endswith((".jsonl", ".ndjson")):
        rows = _jsonl_rows(path, _text(path, content, what))
    else:
        rows = _csv_rows(path, _text(path, content, what), required, what)
    table = []
    for where, values in rows:
        _check_columns(where, list(values), required, what)
        table.append((where, {column: _cell(value, where) for column, value in values.items()}))
    return table


def _text(path: Path, content: bytes, what: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise IngestError(f"{path}: is not UTF-8 text. Save the {what} file as UTF-8.") from None


def _cell(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float | None):
        raise IngestError(f"{where}: {shown(value)} is no text and no number. Write it as text.")
    return "" if value is None else str(value).strip()


def _check_columns(where: str, columns: Sequence[str], required: Sequence[str], what: str) -> None:
    for column in required:
        if column not in columns:
            raise IngestError(f"{where}: has no column {column!r}. A {what} file needs {listed(required)}.")


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence counts them up."""
    return ", ".join(names[:-1]) + f" and {names[-1]}"


def _csv_rows(path: Path, text: str, required: Sequence[str], what: str) -> Iterator[Row]:
    first = text.split("\n", 1)[0]

    def found(delimiter: str) -> int:
        return sum(cell.strip() in required for cell in next(csv.reader([first], delimiter=delimiter), []))

    # As in data files: the delimiter that finds most of the columns.
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=max((",", ";", "\t"), key=found))
    header = [name.strip() for name in next(reader, [])]
    for column in header:
        if column and header.count(column) > 1:
            raise IngestError(f"{path}: column {column!r} stands twice in the header. Keep one.")
    _check_columns(str(path), header, required, what)
    for cells in reader:
        where = f"{path}, line {reader.line_num}"
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(header):
            raise IngestError(
                f"{where}: has {len(cells)} cells, the header has {len(header)}. Quote a cell that holds the separator."
            )
        yield where, dict(zip(header, cells, strict=True))


def _jsonl_rows(path: Path, text: str) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            values = decode(line.strip())
        except JsonError as error:
            raise IngestError(f"{where}: is no JSON ({error.detail}). Write one object per line.") from None
        faults = strictness_faults(values)
        if faults or not isinstance(values, dict):
            reason = faults[0].reason if faults else "schema.root_not_object"
            raise IngestError(f"{where}: is no strict JSON object ({reason}). Write one object per line.")
        yield where, values


def _parquet_rows(path: Path, content: bytes) -> Iterator[Row]:
    try:
        rows = pq.read_table(pa.BufferReader(content)).to_pylist()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise IngestError(f"{path}: is no readable Parquet file ({error}). Write it again.") from None
    yield from ((f"{path}, row {number}", values) for number, values in enumerate(rows, start=1))
