"""A reader for tables some of whose columns are computed from what a row says: counts of words, parsed labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ingest.parse import parse
from ingest.spec import Batch, Field, Reader, Source, Table

Values = dict[str, Any]
#: Given a file, returns the function that turns the received values of one row into those of the raw table.
Derive = Callable[[Source], Callable[[Values], Values]]
#: Sentences about a file as a whole, from what was counted over its rows and rejects.
Tell = Callable[[Source, Counter[str]], list[str]]


def deriving(received: tuple[Field, ...], derive: Derive, tell: Tell | None = None) -> Reader:
    """Return a reader that types `received` as the generic reader does, then lets `derive` fill the table's fields.

    `tell` sees the number of rows for every value that `derive` put under the key `_counted`, and of rejected rows
    for every (reason, value) as "reason: value".
    """

    def read(table: Table, source: Source) -> Iterator[Batch]:
        inner = replace(table, fields=received, read=None, companions=())
        names = [f.name for f in received]
        turn = derive(source)
        counted: Counter[str] = Counter()
        for batch in parse(inner, source):
            landed = batch.rows.pop(table.name, [])
            rows = []
            for row in landed:
                values = turn(dict(zip(names, row, strict=False)))
                counted.update(values.pop("_counted", ()))
                rows.append((*(values.get(f.name) for f in table.fields), *row[len(names) :]))
            if rows:
                batch.rows[table.name] = rows
            counted.update(f"{reject.reason}: {(reject.value or '').strip()}" for reject in batch.rejects)
            yield batch
        yield Batch(notes=tell(source, counted) if tell else [])

    return read


def fields_of(received: tuple[Field, ...], derived: Mapping[str, Field | None]) -> tuple[Field, ...]:
    """Return the raw table's fields: the received ones, some replaced or left out (None), and the derived ones."""
    kept = [derived.get(f.name, f) for f in received]
    names = {f.name for f in received}
    return tuple(f for f in [*kept, *(f for name, f in derived.items() if name not in names)] if f is not None)
