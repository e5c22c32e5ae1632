"""What a raw table looks like, as data: fields, files, checks and reasons. No I/O here.

A benchmark is one module in `ingest.benchmarks` that names its tables with these classes. The generic
reader in `ingest.parse` turns any CSV, TSV, JSONL, JSON or Parquet file into rows of such a table; a table
whose files are no plain tables (judge replies, SQLite) brings a reader of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

FieldType = Literal["id", "text", "integer", "number", "boolean", "label", "answer", "choice", "timestamp", "json"]

#: DuckDB type of each field type in schema raw. `json` is a JSON value kept as canonical text. `answer` is a label
#: whose scale the row's question decides: the table's `refine` reads it, and may still find a JSON number there.
COLUMN_TYPES: Mapping[str, str] = {
    "id": "varchar",
    "text": "varchar",
    "integer": "bigint",
    "number": "double",
    "boolean": "boolean",
    "label": "varchar",
    "answer": "varchar",
    "choice": "varchar",
    "timestamp": "timestamp",
    "json": "varchar",
}

#: Columns that every raw table ends with.
FILE_ID, ROW_NUMBER, PAYLOAD = "_file_id", "_row_number", "_payload"


class Invalid(Exception):
    """A value that a field does not take; `reason` is the part of the code after the dot."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Field:
    """One column of a raw table and what its values must be.

    `source` is the column's name in the file when it differs; `reason_prefix` replaces the field's name in
    reason codes (`rater.missing`, `label.not_in_scale`); `origin` says where the value comes from: the file's
    rows, or a named group of the table's path pattern. `scale_by` names an earlier field and the scale that each
    of its values asks for. A row that lacks a `required` value is rejected; a file
    without a required column is refused.
    """

    name: str
    type: FieldType = "text"
    required: bool = False
    source: str | None = None
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    scale: str | tuple[str, ...] | None = None
    scale_by: tuple[str, Mapping[str, str]] | None = None
    reason_prefix: str | None = None
    origin: Literal["row", "path"] = "row"
    default: Any = None

    @property
    def scale_names(self) -> tuple[str, ...]:
        """The scales whose spellings are read: several where only another file says which one is meant."""
        return (self.scale,) if isinstance(self.scale, str) else self.scale or ()

    @property
    def header(self) -> str:
        """Name of the column in files."""
        return self.source or self.name

    def code(self, reason: str) -> str:
        """Return the full reason code, `field.reason`."""
        if self.type == "id" and reason == "wrong_type":
            return "id.wrong_type"
        return f"{self.reason_prefix or self.header}.{reason}"


@dataclass(frozen=True)
class Reject:
    """One fault of one received row: the reason code and the value that earned it."""

    row_number: int
    field: str | None
    reason: str
    value: str | None = None
    payload: str | None = None


@dataclass
class Batch:
    """Some rows of one file: per raw table the row tuples (columns, `_row_number`[, `_payload`]), and rejects.

    `received` counts the rows read, landed or not; `notes` are sentences about the file as a whole.
    """

    rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    rejects: list[Reject] = field(default_factory=list)
    received: int = 0
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Scale:
    """An ordered set of labels; `lookup` maps every folded label, native name and alias to its label."""

    name: str
    labels: tuple[str, ...]
    lookup: Mapping[str, str]
    numeric_values: Mapping[str, float | None] = field(default_factory=dict)


#: The declared scale's name by (benchmark, question).
Questions = Mapping[tuple[str, str], str]


@dataclass(frozen=True)
class Source:
    """One file as a reader sees it: where it is, the names its path carries, and the scales in force.

    `unscaled` gathers the questions that were met and have no declared scale.
    """

    path: Path
    relative_path: str
    groups: Mapping[str, str]
    scales: Mapping[str, Scale]
    questions: Questions = field(default_factory=dict)
    unscaled: set[str] = field(default_factory=set)

    def scale_of(self, benchmark: str, question: str) -> Scale | None:
        """Return the scale that a benchmark's question is answered on, if one is declared; note it if none is."""
        name = self.questions.get((benchmark, question))
        if name is None:
            self.unscaled.add(question)
            return None
        return self.scales[name]


Reader = Callable[["Table", Source], Iterator[Batch]]
Refine = Callable[[dict[str, Any], Source], Sequence[tuple[str, str]]]
RowCheck = Callable[[Mapping[str, Any]], Sequence[tuple[str, str]]]


@dataclass(frozen=True)
class Table:
    """A raw table: `raw.<benchmark>__<name>`, its fields, and the files it is read from.

    `pattern` (one or several) matches the end of a posix path; its named groups fill fields with
    `origin="path"`. `check` sees a typed row and returns (field, reason code) faults that no single value shows.
    `refine` may change the values of a typed row by its question's declared scale, and returns faults likewise; the
    ledger of such a table follows the questions' scales. `companions` are tables filled by the same reader.
    `has_payload` keeps the original text of each row.
    A file without `anonymous_field` holds anonymous raters; in a file that has it, a blank is a fault. No file of a
    table that `is_anonymous` names its raters.
    A file with a header has one column at least of each group in `columns_needed`, though a row may leave it blank.
    `unit` names the path groups that make a file one recorded unit: two files of one unit are told to the user.
    """

    name: str
    fields: tuple[Field, ...]
    pattern: str | tuple[str, ...] | None = None
    check: RowCheck | None = None
    refine: Refine | None = None
    read: Reader | None = None
    companions: tuple[Table, ...] = ()
    has_payload: bool = False
    parser_version: int = 1
    anonymous_field: str | None = None
    is_anonymous: bool = False
    columns_needed: tuple[tuple[str, ...], ...] = ()
    unit: tuple[str, ...] = ()

    @cached_property
    def regexes(self) -> tuple[re.Pattern[str], ...]:
        """The compiled path patterns; each may start at any folder."""
        patterns = (self.pattern,) if isinstance(self.pattern, str) else self.pattern or ()
        return tuple(re.compile(rf"(?:^|/){pattern}$") for pattern in patterns)

    def find(self, path: str) -> re.Match[str] | None:
        """Return the match of the first pattern that a path fits."""
        return next((found for regex in self.regexes if (found := regex.search(path))), None)

    def match(self, path: str) -> dict[str, str] | None:
        """Return the path's named groups if the file belongs to this table, else None."""
        found = self.find(path)
        return {k: v for k, v in found.groupdict().items() if v is not None} if found else None

    def match_alone(self, name: str) -> dict[str, str]:
        """Return the named groups that a file's own name gives, wherever the file lies."""
        patterns = (self.pattern,) if isinstance(self.pattern, str) else self.pattern or ()
        # The slash of `[^/]` divides no folders.
        found = (re.fullmatch(re.split(r"/(?!\])", pattern)[-1], name) for pattern in patterns)
        return next((match.groupdict() for match in found if match), {})

    @property
    def named_by_path(self) -> list[str]:
        """The names of the fields that a row must have and that only its file's path says."""
        return [f.name for f in self.fields if f.origin == "path" and f.required]

    @property
    def scales(self) -> set[str]:
        """The names of all scales that its fields are read with."""
        named = {scale for f in self.fields for scale in f.scale_names}
        return named | {scale for f in self.fields if f.scale_by for scale in f.scale_by[1].values()}

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """(name, DuckDB type) of every column but `_file_id`, in the order of row tuples."""
        own = tuple((f.name, COLUMN_TYPES[f.type]) for f in self.fields)
        tail = ((ROW_NUMBER, "bigint"), *(((PAYLOAD, "varchar"),) if self.has_payload else ()))
        return own + tail


@dataclass(frozen=True)
class Benchmark:
    """All raw tables of one benchmark."""

    name: str
    tables: tuple[Table, ...]

    def table(self, name: str) -> Table | None:
        """Return the table of that name."""
        return next((t for t in self.tables if t.name == name), None)

    def all_tables(self) -> tuple[Table, ...]:
        """Every table, companions included."""
        return tuple(t for table in self.tables for t in (table, *table.companions))


def file_suffix(formats: str = "csv|tsv|jsonl|json|parquet") -> str:
    """Regex for the endings of a tabular file, compression included."""
    return rf"\.(?:{formats})(?:\.gz|\.zst)?"
