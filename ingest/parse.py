"""Files into typed rows and rejects, one batch at a time; nothing here knows a benchmark or the warehouse."""

from __future__ import annotations

import csv
import io
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

import pyarrow as pa
import pyarrow.parquet as pq

from ingest.errors import IngestError
from ingest.files import open_binary, strip_compression
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
    name = strip_compression(source.path.name).lower()
    if name.endswith((".csv", ".tsv", ".txt")):
        yield from _typed(table, source, _csv_records(table, source), cell_converter)
    elif name.endswith((".jsonl", ".ndjson")):
        yield from _typed(table, source, _jsonl_records(source), json_converter)
    elif name.endswith(".json"):
        yield from _typed(table, source, _json_records(table, source), json_converter)
    elif name.endswith(".parquet"):
        yield from _typed(table, source, _parquet_records(table, source), json_converter)
    else:
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
            if value is None and (field.required or (field.name == table.anonymous_field and not anonymous)):
                raise Invalid("missing")
        except Invalid as fault:
            faults.append((field.header, field.code(fault.reason), None if raw is None else _shown(raw)))
        row.append(value)
    if not faults and (table.check is not None or table.refine is not None):
        typed = {field.name: value for (field, _, _), value in zip(plan, row, strict=True)}
        if table.check is not None:
            faults.extend((name, code, _shown(typed.get(name))) for name, code in table.check(typed))
        if not faults and table.refine is not None:
            faults.extend((name, code, _shown(typed.get(name))) for name, code in table.refine(typed, source))
            row = [typed[field.name] for field, _, _ in plan]
    return row, faults


def _shown(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def _names_field(table: Table, source: Source) -> bool:
    """Say whether the file names the rater's column at all: without it every row is an anonymous rater."""
    assert table.anonymous_field is not None
    if strip_compression(source.path.name).lower().endswith(".parquet"):
        return table.anonymous_field in _parquet(source).schema_arrow.names
    needle = table.anonymous_field.encode()
    is_table = strip_compression(source.path.name).lower().endswith((".csv", ".tsv", ".txt"))
    with open_binary(source.path) as stream:
        for line in stream:
            if needle in line:
                return True
            if is_table and line.strip():
                return False
    return False


# --- CSV -------------------------------------------------------------------------------------------------------------


def _csv_records(table: Table, source: Source) -> Iterator[Record | str]:
    where = source.relative_path
    with open_binary(source.path) as stream:
        text = io.TextIOWrapper(
            io.BufferedReader(_Checked(stream, where)),
            encoding="utf-8-sig",
            errors="surrogateescape",
            newline="",
        )
        reader = _csv_reader(table, text, where)
        header = next(reader)
        _check_header(table, header, where)
        known = {f.header for f in table.fields if f.origin == "row"}
        unknown = [name for name in header if name not in known]
        if unknown:
            yield f"{where}: columns {', '.join(map(repr, unknown))} are not read."
        while True:
            line = reader.line_num + 1
            try:
                cells = next(reader)
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


def _csv_reader(table: Table, text: io.TextIOWrapper, where: str) -> Any:
    """Return a csv reader that stands before the header, with the delimiter that finds most of the columns."""
    first = ""
    while not first.strip():
        first = text.readline()
        if not first:
            raise IngestError(f"{where}: is empty. A CSV file needs a header row.")
    names = {f.header for f in table.fields}

    def found(delimiter: str) -> int:
        return sum(cell.strip() in names for cell in next(csv.reader([first], delimiter=delimiter)))

    delimiter = max((",", ";", "\t"), key=found)

    def lines() -> Iterator[str]:
        yield first
        yield from text

    reader = csv.reader(lines(), delimiter=delimiter, strict=True)
    return _TrimmedHeader(reader)


class _TrimmedHeader:
    """A csv reader whose first row, the header, is trimmed."""

    def __init__(self, reader: Any) -> None:
        self._reader, self._is_first = reader, True

    @property
    def line_num(self) -> int:
        return int(self._reader.line_num)

    def __next__(self) -> list[str]:
        cells: list[str] = next(self._reader)
        if self._is_first:
            self._is_first = False
            return [cell.strip() for cell in cells]
        return cells


def _check_header(table: Table, header: Sequence[str], where: str) -> None:
    repeated = sorted({name for name in header if header.count(name) > 1 and name})
    if repeated:
        raise IngestError(f"{where}: column {repeated[0]!r} stands twice in the header. Keep one.")
    missing = [
        f.header
        for f in table.fields
        if f.required and f.origin == "row" and f.default is None and f.header not in header
    ]
    if missing:
        raise IngestError(
            f"{where}: required column{'s' if len(missing) > 1 else ''} {', '.join(map(repr, missing))} "
            f"missing; the header has {', '.join(map(repr, header))}. Rename or add the column."
        )


def _as_csv(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


# --- JSON ------------------------------------------------------------------------------------------------------------


class StrictJsonError(ValueError):
    """JSON that a strict reader does not take; `reason` is the whole reason code."""

    def __init__(self, reason: str, value: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.value = reason, value


def _unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        raise StrictJsonError("json.duplicate_key", next(n for n in names if names.count(n) > 1))
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise StrictJsonError("json.non_finite", name)


def _finite_float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise StrictJsonError("json.non_finite", text)
    return value


STRICT = json.JSONDecoder(object_pairs_hook=_unique_pairs, parse_constant=_refuse_constant, parse_float=_finite_float)


def strict_loads(text: str) -> Any:
    """Parse one JSON document; raises StrictJsonError for bad JSON, a repeated key, NaN or an infinity."""
    try:
        return STRICT.decode(text)
    except StrictJsonError:
        raise
    except (json.JSONDecodeError, RecursionError) as error:
        raise StrictJsonError("json.parse_failed", str(error)) from None
    except ValueError as error:  # an integer of more digits than Python converts
        raise StrictJsonError("json.parse_failed", str(error)[:80]) from None


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
    except StrictJsonError as error:
        return number, Reject(number, None, error.reason, error.value, text), text


def _as_record(number: int, value: Any, text: str) -> Record:
    if not isinstance(value, dict):
        return number, Reject(number, None, "schema.root_not_object", None, text), text
    return number, value, text


def _json_records(table: Table, source: Source) -> Iterator[Record | str]:
    """Read one object, an array of objects, or the array that is the document's only member `json_member`."""
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
        except StrictJsonError as error:
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
            raise _refused(source, StrictJsonError("json.parse_failed", str(error))) from None
        yield _record(number, text[position:end])
        position = _skip(text, end)
        if text.startswith(",", position):
            position = _skip(text, position + 1)
            if text.startswith("]", position):
                raise _refused(source, StrictJsonError("json.parse_failed", "a comma before the closing bracket"))
        elif not text.startswith("]", position):
            raise _refused(source, StrictJsonError("json.parse_failed", f"record {number} has no comma after it"))
    if text[position + 1 :].strip():
        raise _refused(source, StrictJsonError("json.parse_failed", "text after the closing bracket"))


#: Finds where an element ends; what it holds is judged by the strict decoder.
LENIENT = json.JSONDecoder()


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _refused(source: Source, error: StrictJsonError) -> IngestError:
    return IngestError(
        f"{source.relative_path}: is not strict JSON ({error.reason}: {error.value}). Nothing of it is read; mend it."
    )


# --- Parquet ---------------------------------------------------------------------------------------------------------


def _parquet(source: Source) -> Any:
    try:
        return pq.ParquetFile(source.path)
    except (pa.ArrowInvalid, pa.ArrowException, OSError) as error:
        raise IngestError(f"{source.relative_path}: is no readable Parquet file ({error}). Write it again.") from None


def _parquet_records(table: Table, source: Source) -> Iterator[Record | str]:
    file = _parquet(source)
    names = file.schema_arrow.names
    _check_header(table, names, source.relative_path)
    wanted = [f.header for f in table.fields if f.origin == "row" and f.header in names]
    unknown = [name for name in names if name not in wanted]
    if unknown:
        yield f"{source.relative_path}: columns {', '.join(map(repr, unknown))} are not read."
    number = 0
    for block in file.iter_batches(batch_size=BATCH_ROWS, columns=wanted):
        for values in block.to_pylist():
            number += 1
            yield number, values, json.dumps(values, ensure_ascii=False, default=str)
