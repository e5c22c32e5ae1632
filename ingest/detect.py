"""Which files below a folder belong to which raw table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ingest.benchmarks import CONFORMED, benchmarks
from ingest.errors import IngestError
from ingest.files import open_binary, strip_compression
from ingest.paths import data_path
from ingest.spec import Benchmark, Table

#: What a simulator planted; it lies beside the raw files and is none.
NO_RAW_FILE = {"truths.json"}
TABULAR = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet")


@dataclass(frozen=True)
class Candidate:
    """A file to land: where it is, the folder it is counted from, and the raw table that takes it."""

    path: Path
    root: Path
    benchmark: str
    table: Table
    groups: Mapping[str, str] = field(default_factory=dict)

    @property
    def relative_path(self) -> str:
        """The path below the root, with forward slashes: the file's name in every message and in the ledger."""
        return self.path.relative_to(self.root).as_posix()


@dataclass(frozen=True)
class Request:
    """What the user asked to load."""

    paths: tuple[Path, ...]
    benchmark: str | None = None
    as_table: str | None = None
    configuration: str | None = None
    scale_files: tuple[Path, ...] = ()
    question_files: tuple[Path, ...] = ()
    prune: bool = False


def find_files(request: Request) -> tuple[list[Candidate], list[Path]]:
    """Return the files that belong to a raw table, in path order, and those that none takes.

    Raises IngestError for a missing path, an unknown benchmark or table, and a file that could be several.
    """
    found: dict[Path, Candidate] = {}
    strangers: list[Path] = []
    for given in request.paths:
        if not given.exists():
            raise IngestError(f"{given}: does not exist. Check the path.")
        start = given.resolve()
        for path in _walk(start):
            candidate = _recognise(path, start, request)
            if candidate is None:
                strangers.append(path)
            else:
                found.setdefault(path, candidate)
    return sorted(found.values(), key=lambda c: (c.relative_path, str(c.path))), sorted(set(strangers))


def _walk(start: Path) -> Iterator[Path]:
    if start.is_file():
        yield start
        return
    for path in sorted(start.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(start).parts)
        if not hidden and path.name not in NO_RAW_FILE and path.is_file():
            yield path


def _recognise(path: Path, start: Path, request: Request) -> Candidate | None:
    if request.as_table is not None:
        return _as_named(path, start, request)
    matches = list(_matches(path, _wanted(request.benchmark)))
    if len(matches) > 1:
        matches = _narrow(path, matches)
    if not matches:
        if start.is_file():
            raise IngestError(f"{path.name}: is not recognised by its name. Say what it is with --benchmark and --as.")
        return None
    if len(matches) > 1:
        names = ", ".join(sorted(benchmark for benchmark, _, _ in matches))
        raise IngestError(f"{path}: could belong to {names}. Say which with --benchmark.")
    benchmark, table, groups = matches[0]
    return Candidate(path, _root(path, start, table), benchmark, table, _with_configuration(groups, request))


def _wanted(name: str | None) -> Iterable[Benchmark]:
    known = benchmarks()
    if name is None:
        return known.values()
    if name not in known:
        raise IngestError(
            f"--benchmark {name}: is not one of {', '.join(sorted(known))}. "
            f"A benchmark of your own also needs --as, with one of {', '.join(t.name for t in CONFORMED.tables)}."
        )
    return [known[name]]


def _matches(path: Path, wanted: Iterable[Benchmark]) -> Iterator[tuple[str, Table, dict[str, str]]]:
    for benchmark in wanted:
        for table in benchmark.tables:
            groups = table.match(path.as_posix())
            if groups is not None:
                yield benchmark.name, table, groups


def _narrow(
    path: Path, matches: Sequence[tuple[str, Table, dict[str, str]]]
) -> list[tuple[str, Table, dict[str, str]]]:
    """Choose among benchmarks that share a file name: by a folder's name, by the header, by the files beside it."""
    in_folder = [m for m in matches if m[0] in path.parent.parts]
    if in_folder:
        return in_folder
    head = _head(path)
    by_header = [m for m in matches if all(f.header in head for f in m[1].fields if f.required and f.origin == "row")]
    if len(by_header) == 1:
        return by_header
    candidates = by_header or list(matches)
    beside = [p for p in sorted(path.parent.iterdir()) if p.is_file() and p != path]
    only = {
        names[0]
        for neighbour in beside
        if len(names := sorted({b for b, _, _ in _matches(neighbour, benchmarks().values())})) == 1
    }
    by_neighbours = [m for m in candidates if m[0] in only]
    return by_neighbours or candidates


def _head(path: Path) -> str:
    with open_binary(path) as stream:
        return stream.read(65_536).decode("utf-8", "replace")


def _root(path: Path, start: Path, table: Table) -> Path:
    """Return the folder that a file's path is counted from.

    It is the loaded folder, or the data folder where the file lies in it, so that loading a part first and the
    whole later lands nothing twice; and it lies above everything that the file's layout says about it.
    """
    root = start.parent if start.is_file() else start
    data = data_path().resolve()
    if path.is_relative_to(data):
        return data
    found = table.find(path.as_posix())
    if found is not None:
        depth = found.group(0).strip("/").count("/")
        above = path.parents[depth]
        if root.is_relative_to(above):
            root = above
    return root


def _as_named(path: Path, start: Path, request: Request) -> Candidate | None:
    """Take a file as the table that the user named: a shape for any benchmark, or a raw table of a known one."""
    assert request.as_table is not None
    shape = CONFORMED.table(request.as_table)
    known = benchmarks().get(request.benchmark or "")
    table = shape or (known.table(request.as_table) if known else None)
    if request.benchmark is None:
        raise IngestError(f"--as {request.as_table}: also say which benchmark with --benchmark.")
    if table is None:
        names = [t.name for t in CONFORMED.tables] + [t.name for t in (known.tables if known else ())]
        raise IngestError(
            f"--as {request.as_table}: is no table of {request.benchmark}. Use one of {', '.join(names)}."
        )
    if not strip_compression(path.name).lower().endswith(TABULAR) and table.read is None:
        if start.is_file():
            raise IngestError(f"{path.name}: is no CSV, TSV, JSONL, JSON or Parquet file. Convert it to one.")
        return None
    groups = {"benchmark": request.benchmark} if shape else _groups(path, table)
    return Candidate(path, _root(path, start, table), request.benchmark, table, _with_configuration(groups, request))


def _groups(path: Path, table: Table) -> dict[str, str]:
    """Return what a file's path says; alone, outside the folder of its table, its own name must say enough."""
    groups = table.match(path.as_posix()) or {}
    if all(name in groups for name in table.named_by_path):
        return groups
    alone = table.match_alone(path.name)
    for name in table.named_by_path:
        if name not in alone:
            raise IngestError(
                f"{path.name}: does not say its {name}, which {table.name} are named after. "
                f"Name the file after the {name}, as in my-{name}.jsonl."
            )
    return alone


def _with_configuration(groups: Mapping[str, str], request: Request) -> dict[str, str]:
    return {**groups, **({"configuration": request.configuration} if request.configuration else {})}
