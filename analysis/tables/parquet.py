"""A table as Parquet: the columns of the CSV with their types, and the caption in the file's metadata."""

from __future__ import annotations

import io
import json

import pyarrow as pa
import pyarrow.parquet as pq

from analysis.tables.flat import flattened
from analysis.tables.model import Table

_TYPES = {float: pa.float64(), int: pa.int64(), str: pa.string()}


def to_parquet(table: Table) -> bytes:
    """Return the table as one Parquet file; missing is NULL, `caption` and `notes` are metadata of its schema.

    Two columns of the same name are told apart by _1, _2, …, since Parquet's readers want distinct names.
    """
    fields, arrays, taken = [], [], set[str]()
    for column in flattened(table):
        number, name = 0, column.name
        while name in taken:
            number += 1
            name = f"{column.name}_{number}"
        taken.add(name)
        fields.append(pa.field(name, _TYPES[column.kind]))
        arrays.append(pa.array(column.values, _TYPES[column.kind]))
    notes = [f"{sign} {note}".strip() for sign, note in table.below]
    about = {"name": table.name, "caption": table.caption, "notes": json.dumps(notes, ensure_ascii=False)}
    out = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata=about)), out)
    return out.getvalue()
