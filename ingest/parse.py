"""Files into typed rows and rejects, one batch at a time; nothing here knows a benchmark or the warehouse."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ingest.errors import IngestError
from ingest.files import open_binary, strip_compression
from ingest.json_text import JsonError, decode, is_unicode, shown, strictness_faults
from ingest.spec import Batch, Field, Invalid, Reject, Source, Table
from ingest.values import Convert, ConverterOf, by_scale, cell_converter, json_converter

BATCH_ROWS = 10_000
csv.field_size_limit(sys.maxsize)

#: One record as read: its row number and either its values by name or the reason why it has none.
Record = tuple[int, Mapping[str, Any] | Reject, str]


def parse(table: Table, source: Source) -> Iterator[Batch]:
    """Yield the file's rows as batches of typed tuples and rejects.

    Raises IngestError when the file as a whole is not what the table takes (a required column is missing, it is
    not UTF-8, it is damaged). Every row that was received is in `rows` or in `rejects`.
    """
    if table.read is not None:
        yield from table.read(table, source)
        return
    records, converter_of = _records(table, source)
    yield from _typed(table, source, records, converter_of)


def original_text(table: Table, source: Source, row_number: int) -> str | None:
    """Return one row as its file holds it; None where the file has no row of that number."""
    records, _ = _records(table, source)
    return next((r[2] for r in records if not isinstance(r, str) and r[0] == row_number), None)


def _records(table: Table, source: Source) -> tuple[Iterator[Record | str], ConverterOf]:
    name = strip_compression(source.path.name).lower()
    if name.endswith((".csv", ".tsv", ".txt")):
        return _csv_records(table, source), cell_converter
    if name.endswith((".jsonl", ".ndjson")):
        return _jsonl_records(source), json_converter
    if name.endswith(".json"):
        return _json_records(source), json_converter
    if name.endswith(".parquet"):
        return _parquet_records(table, source), json_converter
    raise IngestError(f"{source.relative_path}: is no CSV, TSV, JSONL, JSON or Parquet file. Convert it to one.")


# --- records to rows -------------------------------------------------------------------------------------------------


def _typed(table: Table, source: Source, records: Iterator[Record | str], converter_of: ConverterOf) -> Iterator[Batch]:
    """Type every record; strings among the records are notes about the file."""
    batch = Batch()
    anonymous = table.anonymous_field is not None and not _names_field(table, source)
    plan: list[tuple[Field, Convert, Any]] = [
        (
            f,
            converter_of(f, source.scales),
            source.groups.get(f.name, f.default) if f.origin == "path" else None,
        )
        for f in table.fields
    ]
    dependent = {f.name: by_scale(f, source.scales, converter_of) for f in table.fields if f.scale_by}
    for record in records:
        if isinstance(record, str):
            batch.notes.append(record)
            continue
        row_number, values, payload = record
        batch.received += 1
        if isinstance(values, Reject):
            batch.rejects.append(values)
        else:
            row, faults = _type_row(table, source, plan, dependent, values, anonymous)
            if faults:
                batch.rejects.extend(
                    Reject(row_number, field, reason, value, payload) for field, reason, value in faults
                )
            else:
                tail = (row_number, payload) if table.has_payload else (row_number,)
                batch.rows.setdefault(table.name, []).append((*row, *tail))
        if batch.received >= BATCH_ROWS:
            yield batch
            batch = Batch()
    yield batch


def _type_row(
    table: Table,
    source: Source,
    plan: Sequence[tuple[Field, Convert, Any]],
    dependent: Mapping[str, Mapping[str, Convert]],
    values: Mapping[str, Any],
    anonymous: bool,
) -> tuple[list[Any], list[tuple[str, str, str | None]]]:
    row: list[Any] = []
    faults: list[tuple[str, str, str | None]] = []
    positions = {field.name: number for number, (field, _, _) in enumerate(plan)} if dependent else {}
    for field, own, from_path in plan:
        # Without a readable deciding value no scale fits: the fault is the other field's.
        convert = dependent[field.name].get(row[positions[field.scale_by[0]]], str) if field.scale_by else own
        raw = from_path if field.origin == "path" else values.get(field.header)
        value = None
        try:
            value = convert(raw) if raw is not None else None
            if value is None and field.origin == "row":
                value = field.default
            if isinstance(value, str) and not value.isascii() and not is_unicode(value):
                raise Invalid("not_unicode")
            if value is None and (field.required or (field.name == table.anonymous_field and not anonymous)):
                raise Invalid("missing")
        except Invalid as fault:
            code = "encoding.invalid" if fault.reason == "not_unicode" else field.code(fault.reason)
            faults.append((field.header, code, shown(raw)))
        row.append(value)
    if not faults and (table.check is not None or table.refine is not None):
        typed = {field.name: value for (field, _, _), value in zip(plan, row, strict=True)}
        if table.check is not None:
            faults.extend((name, code, shown(typed.get(name))) for name, code in table.check(typed))
        if not faults and table.refine is not None:
            faults.extend((name, code, shown(typed.get(name))) for name, code in table.refine(typed, source))
            row = [typed[field.name] for field, _, _ in plan]
    return row, faults


def _names_field(table: Table, source: Source) -> bool:
    """Say whether the file names the rater's column at all: without it every row is an anonymous rater."""
    assert table.anonymous_field is not None
    column = table.anonymous_field
    name = strip_compression(source.path.name).lower()
    if name.endswith(".parquet"):
        return column in _parquet(source).schema_arrow.names
    if name.endswith((".csv", ".tsv", ".txt")):
        with _open_csv(table, source) as rows:
            return column in rows.header
    # Most lines of a file without the column do not hold its name anywhere, and need no decoding to tell.
    needle = column.encode()
    with open_binary(source.path) as stream:
        holding = (line for line in stream if needle in line)
        if name.endswith(".json"):
            return any(True for _ in holding) and _any_has_key(column, _json_records(source))
        return _any_has_key(column, (_record(0, line.decode("utf-8-sig", "replace")) for line in holding))


def _any_has_key(key: str, records: Iterable[Record | str]) -> bool:
    return any(key in record[1] for record in records if isinstance(record[1], Mapping))


# --- CSV -------------------------------------------------------------------------------------------------------------


def _csv_records(table: Table, source: Source) -> Iterator[Record | str]:
    where = source.relative_path
    with _open_csv(table, source) as rows:
        header = rows.header
        _check_header(table, header, where)
        known = {f.header for f in table.fields if f.origin == "row"}
        unknown = [name for name in header if name not in known]
        if unknown:
            yield f"{where}: columns {', '.join(map(repr, unknown))} are not read."
        while True:
            line = rows.next_line
            try:
                cells = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                reason = "row.unclosed_quote" if "end of data" in str(error) else "row.malformed"
                yield line, Reject(line, None, reason, str(error)), ""
                continue
            if not cells or (len(cells) == 1 and len(header) > 1 and not cells[0].strip()):
                continue
            payload = _as_csv(cells)
            if any("\udc80" <= character <= "\udcff" for character in payload):
                shown = payload.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
                yield line, Reject(line, None, "encoding.invalid", shown, shown), shown
            elif len(cells) != len(header):
                value = f"{len(cells)} cells, header has {len(header)}"
                yield line, Reject(line, None, "row.wrong_width", value, payload), payload
            else:
                yield line, dict(zip(header, cells, strict=True)), payload


class _Checked(io.RawIOBase):
    """A binary stream that refuses what is no UTF-8 text at all: UTF-16 marks and zero bytes."""

    def __init__(self, stream: Any, where: str) -> None:
        self._stream, self._where = stream, where

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._stream.read(len(buffer))
        if block[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in block:
            raise IngestError(f"{self._where}: is not UTF-8 text (zero bytes or a UTF-16 mark). Save it as UTF-8.")
        buffer[: len(block)] = block
        return len(block)


@contextmanager
def _open_csv(table: Table, source: Source) -> Iterator[_CsvRows]:
    with open_binary(source.path) as stream:
        text = io.TextIOWrapper(
            io.BufferedReader(_Checked(stream, source.relative_path)),
            encoding="utf-8-sig",
            errors="surrogateescape",
            newline="",
        )
        yield _csv_rows(table, text, source.relative_path)


def _csv_rows(table: Table, text: io.TextIOWrapper, where: str) -> _CsvRows:
    """Return the rows below the header, cut at the delimiter that finds most of the columns."""
    first, skipped = text.readline(), 0
    while not first.strip():
        if not first:
            raise IngestError(f"{where}: is empty. A CSV file needs a header row.")
        first, skipped = text.readline(), skipped + 1
    names = {f.header for f in table.fields}

    def found(delimiter: str) -> int:
        return sum(cell.strip() in names for cell in next(csv.reader([first], delimiter=delimiter)))

    delimiter = max((",", ";", "\t"), key=found)

    def lines() -> Iterator[str]:
        yield first
        yield from text

    reader = csv.reader(lines(), delimiter=delimiter, strict=True)
    try:
        header = [cell.strip() for cell in next(reader)]
    except csv.Error as error:
        raise IngestError(f"{where}: has no readable header ({error}). Mend its quotes.") from None
    return _CsvRows(header, reader, skipped)


class _CsvRows:
    """The rows below a trimmed header; lines are counted from the top of the file, blank ones above the header too."""

    def __init__(self, header: list[str], reader: Any, skipped: int) -> None:
        self.header = header
        self._reader, self._skipped = reader, skipped

    @property
    def next_line(self) -> int:
        return self._skipped + int(self._reader.line_num) + 1

    def __next__(self) -> list[str]:
        cells: list[str] = next(self._reader)
        return cells


def _check_header(table: Table, header: Sequence[str], where: str) -> None:
    repeated = sorted({name for name in header if header.count(name) > 1 and name})
    if repeated:
        raise IngestError(f"{where}: column {repeated[0]!r} stands twice in the header. Keep one.")
    needed = [
        *((f.header,) for f in table.fields if f.required and f.origin == "row" and f.default is None),
        *table.columns_needed,
    ]
    missing = [" or ".join(map(repr, names)) for names in needed if not any(name in header for name in names)]
    if missing:
        raise IngestError(
            f"{where}: required column{'s' if len(missing) > 1 else ''} {', '.join(missing)} "
            f"missing; the header has {', '.join(map(repr, header))}. Rename or add the column."
        )


def _as_csv(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


# --- JSON ------------------------------------------------------------------------------------------------------------


def strict_loads(text: str) -> Any:
    """Parse one JSON document; raises JsonError for bad JSON, a repeated key, NaN or an infinity."""
    value = decode(text)
    faults = strictness_faults(value)
    if faults:
        raise JsonError(faults[0].reason, faults[0].field or faults[0].value)
    return value


def _jsonl_records(source: Source) -> Iterator[Record | str]:
    with open_binary(source.path) as stream:
        for number, line in enumerate(stream, start=1):
            blank = line.strip() if number > 1 else line.removeprefix(b"\xef\xbb\xbf").strip()
            if not blank:
                continue
            try:
                text = blank.decode("utf-8")
            except UnicodeDecodeError:
                if number == 1 and blank[:2] in (b"\xff\xfe", b"\xfe\xff"):
                    raise IngestError(f"{source.relative_path}: is UTF-16. Save it as UTF-8.") from None
                shown = blank.decode("utf-8", "backslashreplace")
                yield number, Reject(number, None, "encoding.invalid", None, shown), shown
                continue
            yield _record(number, text)


def _record(number: int, text: str) -> Record:
    try:
        return _as_record(number, strict_loads(text), text)
    except JsonError as error:
        return number, Reject(number, None, error.reason, shown(error.detail), text), text


def _as_record(number: int, value: Any, text: str) -> Record:
    if not isinstance(value, dict):
        return number, Reject(number, None, "schema.root_not_object", None, text), text
    return number, value, text


def _json_records(source: Source) -> Iterator[Record | str]:
    """Read one object or an array of objects."""
    with open_binary(source.path) as stream:
        content = stream.read()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise IngestError(
            f"{source.relative_path}: is not UTF-8 text (byte {error.start}). Save the file as UTF-8."
        ) from None
    if not text.strip():
        raise IngestError(f"{source.relative_path}: is empty. A JSON file holds an array of records.")
    if not text.lstrip().startswith("["):
        try:
            document = strict_loads(text)
        except JsonError as error:
            raise _refused(source, error) from None
        yield _as_record(1, document, text.strip())
        return
    yield from _array_records(source, text)


def _array_records(source: Source, text: str) -> Iterator[Record | str]:
    """Read an array one element at a time, so that a bad element costs one row and keeps its own text."""
    position = _skip(text, text.index("[") + 1)
    number = 0
    while not text.startswith("]", position):
        number += 1
        try:
            _, end = LENIENT.raw_decode(text, position)
        except (ValueError, RecursionError) as error:
            raise _refused(source, JsonError("json.parse_failed", str(error))) from None
        yield _record(number, text[position:end])
        position = _skip(text, end)
        if text.startswith(",", position):
            position = _skip(text, position + 1)
            if text.startswith("]", position):
                raise _refused(source, JsonError("json.parse_failed", "a comma before the closing bracket"))
        elif not text.startswith("]", position):
            raise _refused(source, JsonError("json.parse_failed", f"record {number} has no comma after it"))
    if text[position + 1 :].strip():
        raise _refused(source, JsonError("json.parse_failed", "text after the closing bracket"))


#: Finds where an element ends; what it holds is judged by the strict decoder.
LENIENT = json.JSONDecoder()


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _refused(source: Source, error: JsonError) -> IngestError:
    return IngestError(
        f"{source.relative_path}: is not strict JSON ({error.reason}: {error.detail}). Nothing of it is read; mend it."
    )


# --- Parquet ---------------------------------------------------------------------------------------------------------


def _parquet(source: Source) -> Any:
    try:
        if strip_compression(source.path.name) == source.path.name:
            return pq.ParquetFile(source.path)
        # The index of a Parquet file stands at its end: a compressed one is read whole.
        with open_binary(source.path) as stream:
            return pq.ParquetFile(pa.BufferReader(stream.read()))
    except (pa.ArrowException, OSError) as error:
        raise _unreadable(source, error) from None


def _unreadable(source: Source, error: Exception) -> IngestError:
    return IngestError(f"{source.relative_path}: is no readable Parquet file ({error}). Write it again.")


def _parquet_records(table: Table, source: Source) -> Iterator[Record | str]:
    file = _parquet(source)
    names = file.schema_arrow.names
    _check_header(table, names, source.relative_path)
    wanted = [f.header for f in table.fields if f.origin == "row" and f.header in names]
    unknown = [name for name in names if name not in wanted]
    if unknown:
        yield f"{source.relative_path}: columns {', '.join(map(repr, unknown))} are not read."
    number = 0
    try:
        for block in file.iter_batches(batch_size=BATCH_ROWS, columns=wanted):
            for values in _in_microseconds(block).to_pylist():
                number += 1
                yield number, values, json.dumps(values, ensure_ascii=False, default=str)
    # Damage inside a page, text that is not UTF-8, and times beyond the year 9999 show only here.
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        raise _unreadable(source, error) from None


def _in_microseconds(block: Any) -> Any:
    """Return the rows without nanoseconds, which neither Python's times nor the warehouse's have."""
    fields = [
        field.with_type(pa.timestamp("us", field.type.tz))
        if pa.types.is_timestamp(field.type) and field.type.unit == "ns"
        else field
        for field in block.schema
    ]
    schema = pa.schema(fields)
    return block if schema == block.schema else block.cast(schema, safe=False)
