"""Bring schema raw in line with files: the one entry point of the command line and of the dbt hook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from ingest.benchmarks import CONFORMED, raw_table
from ingest.detect import Candidate, Request, find_files
from ingest.errors import IngestError
from ingest.files import sha256_of
from ingest.parse import parse
from ingest.paths import project_root
from ingest.scales import (
    ScaleRow,
    build_scales,
    check_questions,
    digest,
    digest_questions,
    merge,
    read_question_file,
    read_scale_file,
    shipped_by_panel,
    shipped_questions,
    shipped_rows,
)
from ingest.spec import Questions, Reject, Scale, Source, Table
from ingest.store import FileCounts, LedgerEntry, Store, file_id

Status = Literal["landed", "replaced", "unchanged", "removed"]
#: Called as (files done, files in all) while a load works.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class FileOutcome:
    """What became of one file."""

    path: str
    benchmark: str
    table: str
    status: Status
    counts: FileCounts


@dataclass
class Outcome:
    """What a load did, or what it would do."""

    files: list[FileOutcome] = field(default_factory=list)
    strangers: list[Path] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def count(self, status: Status) -> int:
        """Return the number of files with that status."""
        return sum(f.status == status for f in self.files)

    @property
    def has_changes(self) -> bool:
        """Say whether any file was landed, replaced or removed."""
        return any(f.status != "unchanged" for f in self.files)

    def reasons(self) -> Counter[str]:
        """Return the number of rejected rows by reason; a row with two reasons stands under both."""
        total: Counter[str] = Counter()
        for file in self.files:
            total.update(file.counts.reasons)
        return total


@dataclass(frozen=True)
class _Ledger:
    """The ledger, by absolute path and by content."""

    by_place: Mapping[tuple[Path, str, str], LedgerEntry]
    by_content: Mapping[tuple[str, str, str], LedgerEntry]

    @classmethod
    def of(cls, entries: Iterable[LedgerEntry]) -> _Ledger:
        known = list(entries)
        return cls(
            {(place(e), e.benchmark, e.table_name): e for e in known},
            {(e.file_id, e.benchmark, e.table_name): e for e in known},
        )


def place(entry: LedgerEntry) -> Path:
    """Return where a landed file lay."""
    return project_root() / entry.root / entry.path


def _root_name(root: Path) -> str:
    """Return a root as the ledger keeps it: relative inside the project, so that the project can be moved."""
    project = project_root()
    return root.relative_to(project).as_posix() if root.is_relative_to(project) else root.as_posix()


def scales_in_force(user_rows: Iterable[ScaleRow], files: Iterable[Path]) -> tuple[dict[str, Scale], list[ScaleRow]]:
    """Return every scale by name, and the users' rows that are to be kept, new files included.

    A scale file replaces what an earlier one said about the same scale.
    """
    kept = list(user_rows)
    for path in files:
        rows = read_scale_file(path)
        names = {row.scale for row in rows}
        kept = [row for row in kept if row.scale not in names] + rows
    where = ", ".join(str(path) for path in files) or "registered scales"
    return build_scales(merge(shipped_rows(project_root() / "seeds"), kept, where), where), kept


@dataclass(frozen=True)
class _Declared:
    """Scales and questions in force, and the users' own among them."""

    scales: Mapping[str, Scale]
    questions: Questions
    user_scales: list[ScaleRow]
    user_questions: Mapping[tuple[str, str], str]


def _declared(store: Store | None, request: Request) -> _Declared:
    """Return what is declared with the request's files; raises IngestError when they contradict what is known."""
    scales, kept = scales_in_force(store.user_scales() if store else (), request.scale_files)
    seeds = project_root() / "seeds"
    shipped = shipped_questions(seeds)
    added = dict(store.user_questions()) if store else {}
    for path in request.question_files:
        added.update(read_question_file(path, request.benchmark))
    added = {key: scale for key, scale in added.items() if shipped.get(key) != scale}
    where = ", ".join(str(path) for path in request.question_files) or "registered questions"
    in_force = check_questions(added, shipped, shipped_by_panel(seeds), scales, where)
    return _Declared(scales, in_force, kept, added)


def load(store: Store, request: Request, progress: Progress | None = None) -> Outcome:
    """Land every new or changed file of the request in one transaction; unchanged files are skipped.

    Raises IngestError, with nothing changed, when a file cannot be read as what it is.
    """
    found, strangers = find_files(request)
    outcome = Outcome(strangers=strangers)
    declared = _declared(store, request)
    entries = store.entries()
    candidates = [*found, *_read_again(_outdated(entries, declared), found)]
    with store.transaction():
        if request.scale_files:
            store.replace_user_scales(declared.user_scales)
        if request.question_files:
            store.replace_user_questions(declared.user_questions)
        load_id = store.next_load_id()
        ledger = _Ledger.of(entries)
        for done, candidate in enumerate(candidates):
            if progress:
                progress(done, len(candidates))
            outcome.files.append(_land(store, candidate, ledger, declared, load_id))
        if request.prune:
            outcome.files.extend(_prune(store, request))
        if outcome.has_changes:
            store.record_load(load_id, outcome.count("landed"), outcome.count("replaced"), outcome.count("removed"))
        kept = store.entries()
        outcome.notes.extend(run_conflicts(kept))
        outcome.notes.extend(_left_behind(_outdated(kept, declared)))
    if progress:
        progress(len(candidates), len(candidates))
    return outcome


def check(store: Store | None, request: Request, progress: Progress | None = None) -> Outcome:
    """Read the request's files as `load` would, and write nothing. `store` is the warehouse if there is one."""
    found, strangers = find_files(request)
    outcome = Outcome(strangers=strangers)
    declared = _declared(store, request)
    entries = store.entries() if store else []
    outdated = _outdated(entries, declared)
    candidates = [*found, *_read_again(outdated, found)]
    ledger = _Ledger.of(entries)
    replaced = set()
    for done, candidate in enumerate(candidates):
        if progress:
            progress(done, len(candidates))
        plan = _plan(candidate, ledger, declared)
        replaced.add(plan.replaces)
        counts = plan.counts
        if plan.status != "unchanged":
            source = _source(candidate, declared)
            for batch in parse(candidate.table, source):
                _count(counts, batch.received, batch.rejects, batch.notes)
            counts.notes.extend(_unscaled(source))
            counts.landed = counts.received - counts.rejected
        outcome.files.append(
            FileOutcome(candidate.relative_path, candidate.benchmark, candidate.table.name, plan.status, counts)
        )
    outcome.notes.extend(_left_behind(entry for entry in outdated if entry not in replaced))
    return outcome


def _scale_digest(table: Table, benchmark: str, declared: _Declared) -> str:
    if table.refine is not None:
        return digest_questions(declared.questions, declared.scales, benchmark)
    return digest(declared.scales, table.scales)


def _outdated(entries: Iterable[LedgerEntry], declared: _Declared) -> list[LedgerEntry]:
    """Return the landed files that were read with other scales than those in force."""
    in_force: dict[tuple[str, str], str | None] = {}

    def digest_of(benchmark: str, table_name: str) -> str | None:
        key = (benchmark, table_name)
        if key not in in_force:
            found = raw_table(benchmark, table_name)
            in_force[key] = _scale_digest(found[1], benchmark, declared) if found else None
        return in_force[key]

    return [e for e in entries if digest_of(e.benchmark, e.table_name) not in (None, e.scale_digest)]


def _read_again(outdated: Iterable[LedgerEntry], found: Iterable[Candidate]) -> list[Candidate]:
    """Return the outdated files that nobody asked for and that still lie where and as they were landed.

    A table whose files were read with different scales would mix their labels.
    """
    asked = {(c.path, c.benchmark, c.table.name) for c in found}
    return [
        landed_candidate(entry)
        for entry in outdated
        if (place(entry), entry.benchmark, entry.table_name) not in asked and lies_as_landed(entry)
    ]


def lies_as_landed(entry: LedgerEntry) -> bool:
    """Say whether a landed file is still where it was, with the same bytes."""
    try:
        return sha256_of(place(entry)) == entry.file_sha256
    except IngestError:
        return False


def landed_candidate(entry: LedgerEntry) -> Candidate:
    """Return a landed file as the candidate that it was."""
    found = raw_table(entry.benchmark, entry.table_name)
    assert found is not None
    groups = (
        {"benchmark": entry.benchmark} if found[0] == CONFORMED.name else found[1].match(place(entry).as_posix()) or {}
    )
    if entry.configuration is not None:
        groups["configuration"] = entry.configuration
    return Candidate(place(entry), project_root() / entry.root, entry.benchmark, found[1], groups)


def _left_behind(outdated: Iterable[LedgerEntry]) -> list[str]:
    """Return a sentence for each landed file that could not be read again with the scales in force."""
    return [
        f"{entry.path}: was read with other scales than those now declared and "
        f"{'has changed since' if place(entry).exists() else 'is gone'}; its rows of {entry.benchmark} stay as they "
        "were. Load it again; one that is gone is forgotten by --prune on its folder."
        for entry in outdated
    ]


@dataclass(frozen=True)
class _Plan:
    status: Status
    entry: LedgerEntry
    replaces: LedgerEntry | None
    counts: FileCounts


def _plan(candidate: Candidate, ledger: _Ledger, declared: _Declared) -> _Plan:
    """Compare a file with the ledger."""
    table = candidate.table
    sha256 = sha256_of(candidate.path)
    entry = LedgerEntry(
        file_id=file_id(candidate.relative_path, sha256),
        file_sha256=sha256,
        path=candidate.relative_path,
        root=_root_name(candidate.root),
        benchmark=candidate.benchmark,
        table_name=table.name,
        parser_version=table.parser_version,
        scale_digest=_scale_digest(table, candidate.benchmark, declared),
        configuration=candidate.groups.get("configuration"),
        row_count=0,
        reject_count=0,
    )
    key = (candidate.benchmark, table.name)
    known = ledger.by_place.get((candidate.path, *key)) or ledger.by_content.get((entry.file_id, *key))
    if known is None:
        return _Plan("landed", entry, None, FileCounts())
    same = (known.file_sha256, known.parser_version, known.scale_digest) == (
        entry.file_sha256,
        entry.parser_version,
        entry.scale_digest,
    )
    # A load that names no configuration keeps the one that the file was landed with.
    if same and entry.configuration in (None, known.configuration):
        counts = FileCounts(known.row_count + known.reject_count, known.row_count, known.reject_count)
        return _Plan("unchanged", known, None, counts)
    return _Plan("replaced", entry, known, FileCounts())


def _land(store: Store, candidate: Candidate, ledger: _Ledger, declared: _Declared, load_id: int) -> FileOutcome:
    plan = _plan(candidate, ledger, declared)
    counts = plan.counts
    if plan.status != "unchanged":
        if plan.replaces is not None:
            store.remove(plan.replaces)
        source = _source(candidate, declared)
        for batch in parse(candidate.table, source):
            store.land(candidate.benchmark, candidate.table, plan.entry.file_id, plan.entry.path, batch, load_id)
            counts.landed += len(batch.rows.get(candidate.table.name, ()))
            _count(counts, batch.received, batch.rejects, batch.notes)
        counts.notes.extend(_unscaled(source))
        if counts.received != counts.landed + counts.rejected:
            raise AssertionError(f"{candidate.relative_path}: {counts} does not add up")
        entry = replace(plan.entry, row_count=counts.landed, reject_count=counts.rejected)
        store.record(entry, candidate.path.stat().st_size, load_id)
    return FileOutcome(candidate.relative_path, candidate.benchmark, candidate.table.name, plan.status, counts)


def _source(candidate: Candidate, declared: _Declared) -> Source:
    return Source(candidate.path, candidate.relative_path, candidate.groups, declared.scales, declared.questions)


def _unscaled(source: Source) -> list[str]:
    """Return a sentence about questions without a scale: their labels have no order, and nobody checked them."""
    if not source.unscaled:
        return []
    named = ", ".join(repr(question) for question in sorted(source.unscaled)[:5])
    more = f" and {len(source.unscaled) - 5} more" if len(source.unscaled) > 5 else ""
    return [
        f"{source.relative_path}: no scale is declared for {named}{more}; labels stay as they are written "
        "and have no order. Declare one with --scale and --questions."
    ]


def _count(counts: FileCounts, received: int, rejects: list[Reject], notes: list[str]) -> None:
    counts.received += received
    counts.rejected += len({reject.row_number for reject in rejects})
    for reason, rows in _rows_by_reason(rejects).items():
        counts.reasons[reason] = counts.reasons.get(reason, 0) + rows
    counts.notes.extend(notes)


def _rows_by_reason(rejects: list[Reject]) -> dict[str, int]:
    return dict(Counter(reason for _, reason in {(r.row_number, r.reason) for r in rejects}))


def _prune(store: Store, request: Request) -> list[FileOutcome]:
    """Forget the landed files below the request's folders that are gone."""
    folders = [path.resolve() for path in request.paths]
    gone = [
        entry
        for entry in store.entries()
        if not place(entry).exists() and any(place(entry).is_relative_to(folder) for folder in folders)
    ]
    for entry in gone:
        store.remove(entry)
    return [FileOutcome(e.path, e.benchmark, e.table_name, "removed", FileCounts()) for e in gone]


def run_conflicts(entries: Iterable[LedgerEntry]) -> list[str]:
    """Return a sentence for each recorded unit that arrives from two files (a table says what makes a unit)."""
    seen: dict[tuple[str, ...], str] = {}
    sentences = []
    for entry in entries:
        found = raw_table(entry.benchmark, entry.table_name)
        if found is None or not found[1].unit:
            continue
        groups = {
            **(found[1].match(place(entry).as_posix()) or {}),
            "configuration": entry.configuration or "",
        }
        unit = (entry.benchmark, entry.table_name, *(groups.get(name, "") for name in found[1].unit))
        first = seen.setdefault(unit, entry.path)
        if first != entry.path:
            sentences.append(
                f"{' / '.join(part for part in unit[2:] if part)}: arrives from two files, {first} and {entry.path}. "
                "The second is left out of every score (run.duplicate in marts.exclusions); remove one of them."
            )
    return sentences
