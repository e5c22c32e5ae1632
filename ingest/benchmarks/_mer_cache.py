"""MER-Bench's judge cache: a SQLite file of payloads by a key that only some recorded lines carry."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from ingest.errors import IngestError
from ingest.judge import SCALE, Rejection, read_reply
from ingest.spec import Batch, Reject, Source, Table

BATCH_ROWS = 4_000
_COLUMNS = ("cache_key", "payload_json", "is_error", "updated_at")


def read_judge_cache(table: Table, source: Source) -> Iterator[Batch]:
    """Yield the rows of table judge_cache, in key order; opened read-only, a log beside the file is not needed.

    Raises IngestError when the file is no SQLite database or has no such table.
    """
    scale = source.scales[SCALE]
    address = source.path.resolve().as_uri() + "?mode=ro&immutable=1"
    try:
        connection = sqlite3.connect(address, uri=True)
        try:
            # Blobs stay bytes, so that a payload of another type is seen and not turned into text.
            rows = connection.execute(f"select {', '.join(_COLUMNS)} from judge_cache order by cache_key, rowid")
            batch = Batch()
            for number, values in enumerate(rows, start=1):
                batch.received += 1
                _add(batch, table, number, values, scale)
                if batch.received >= BATCH_ROWS:
                    yield batch
                    batch = Batch()
            yield batch
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise IngestError(
            f"{source.relative_path}: is no judge cache ({error}). It needs a table judge_cache with "
            f"{', '.join(_COLUMNS)}; take the file anew from where it was written."
        ) from None


def _add(batch: Batch, table: Table, number: int, values: tuple[Any, ...], scale: Any) -> None:
    key, payload, is_error, updated_at = values
    faults = []
    if not isinstance(key, str) or not key.strip():
        faults.append(Reject(number, "cache_key", "cache_key.missing", None if key is None else repr(key)))
    if not isinstance(payload, str):
        faults.append(Reject(number, "payload_json", "payload_json.wrong_type", repr(payload)[:80]))
    if is_error not in (0, 1):
        faults.append(Reject(number, "is_error", "is_error.wrong_type", repr(is_error)))
    if updated_at is not None and not isinstance(updated_at, int | float):
        faults.append(Reject(number, "updated_at", "updated_at.wrong_type", repr(updated_at)))
    if faults:
        batch.rejects.extend(faults)
        return
    result = read_reply(payload, scale)
    reason = result.reason if isinstance(result, Rejection) else None
    moment = None if updated_at is None else float(updated_at)
    batch.rows.setdefault(table.name, []).append((key.strip(), bool(is_error), moment, reason, number, payload))
