"""Scales: the labels a field takes, their order and their other names. Shipped ones are seeds; users add theirs."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ingest.errors import IngestError
from ingest.numerals import NUMBER, WHOLE_NUMBER
from ingest.small_tables import listed, read_table
from ingest.spec import Questions, Scale

NAME_COLUMNS = ("name_en", "name_zh", "name_ja", "name_ar")
SCALE_COLUMNS = ("scale", "label", "position", "numeric_value", "polarity", *NAME_COLUMNS, "aliases")

#: Up to here every whole number is a double of its own, and fits 64 bits.
LARGEST_VALUE = 1e15


def fold(text: str) -> str:
    """Return the form in which labels are compared: NFKC, trimmed, case-folded; nothing fuzzier."""
    return unicodedata.normalize("NFKC", text).strip().casefold()


@dataclass(frozen=True)
class ScaleRow:
    """One label of a scale, as a seed or a user's scale file states it."""

    scale: str
    label: str
    position: int
    numeric_value: float | None
    polarity: str | None
    names: Mapping[str, str]
    aliases: tuple[str, ...]

    @property
    def spellings(self) -> tuple[str, ...]:
        """Everything that is read as this label."""
        return (self.label, *self.names.values(), *self.aliases)


def _integer(cell: str, where: str) -> int:
    # Columns of whole numbers are often written with a point: 1.0 is 1. Python reads no thousands of digits.
    whole = cell.partition(".")[0]
    if not WHOLE_NUMBER.fullmatch(cell) or len(whole) > 9:
        raise IngestError(f"{where}: position {cell!r} is not a whole number. Number the labels 1, 2, 3, …")
    return int(whole)


def _number(cell: str, where: str) -> float | None:
    if not cell:
        return None
    value = float(cell) if NUMBER.fullmatch(cell) else math.nan
    if not math.isfinite(value):
        raise IngestError(f"{where}: numeric_value {cell!r} is not a finite number. Leave it blank or give a number.")
    if abs(value) > LARGEST_VALUE:
        raise IngestError(
            f"{where}: numeric_value {cell!r} is beyond ±{LARGEST_VALUE:g}. Give the labels smaller numbers."
        )
    return value


def read_scale_file(path: Path) -> list[ScaleRow]:
    """Read a scale file (the columns of SCALE_COLUMNS; only scale, label and position are required).

    Raises IngestError naming file, line and value when the file is no scale.
    """
    rows = []
    for where, cells in read_table(path, ("scale", "label", "position"), "scale"):
        if not cells["scale"] or not cells["label"]:
            raise IngestError(f"{where}: scale or label is blank. Every row names both.")
        if "|" in cells["label"]:
            raise IngestError(f"{where}: label {cells['label']!r} contains '|', which joins tied labels. Rename it.")
        # A name in a language that the warehouse has no column for is kept as one more alias.
        others = [v for k, v in cells.items() if k.startswith("name_") and k not in NAME_COLUMNS]
        aliases = "|".join((cells.get("aliases", ""), *others)).split("|")
        rows.append(
            ScaleRow(
                scale=cells["scale"],
                label=cells["label"],
                position=_integer(cells["position"], where),
                numeric_value=_number(cells.get("numeric_value", ""), where),
                polarity=cells.get("polarity") or None,
                names={k: cells[k] for k in NAME_COLUMNS if cells.get(k)},
                aliases=tuple(alias.strip() for alias in aliases if alias.strip()),
            )
        )
    if not rows:
        raise IngestError(f"{path}: holds no label. Write one row per label below the header.")
    return rows


def build_scale(name: str, rows: Sequence[ScaleRow], where: str) -> Scale:
    """Return one scale from its rows, checked: positions 1..q, no spelling that means two labels.

    Raises IngestError naming the label and what to do.
    """
    ordered = sorted(rows, key=lambda row: (row.position, row.label))
    positions = [row.position for row in ordered]
    if positions != list(range(1, len(ordered) + 1)):
        raise IngestError(
            f"{where}: positions of scale {name!r} are {positions}; they must be 1 to {len(ordered)}, each once."
        )
    if len({row.numeric_value is None for row in ordered}) == 2:
        raise IngestError(f"{where}: scale {name!r} has a numeric_value for some labels only. Give all or none.")
    values = [row.numeric_value for row in ordered if row.numeric_value is not None]
    if values != sorted(set(values)):
        raise IngestError(f"{where}: numeric values of scale {name!r} do not rise with position. Reorder the labels.")
    lookup: dict[str, str] = {}
    for row in ordered:
        for spelling in row.spellings:
            known = lookup.setdefault(fold(spelling), row.label)
            if known != row.label:
                raise IngestError(
                    f"{where}: in scale {name!r}, {spelling!r} names both {known!r} and {row.label!r}. Keep one."
                )
    return Scale(name, tuple(r.label for r in ordered), lookup, {r.label: r.numeric_value for r in ordered})


def merge(shipped: Iterable[ScaleRow], added: Iterable[ScaleRow], where: str) -> list[ScaleRow]:
    """Return the rows in force: a user's rows may add names and aliases to a shipped scale, or whole new scales.

    Raises IngestError when a user's row would move or drop a label of a shipped scale.
    """
    merged = {(row.scale, row.label): row for row in shipped}
    shipped_scales = {scale for scale, _ in merged}
    named: set[tuple[str, str]] = set()
    for row in added:
        if (row.scale, row.label) in named:
            raise IngestError(f"{where}: scale {row.scale!r} names label {row.label!r} twice. Keep one row per label.")
        named.add((row.scale, row.label))
        known = merged.get((row.scale, row.label))
        if row.scale not in shipped_scales:
            merged[row.scale, row.label] = row
            continue
        if known is None or known.position != row.position:
            raise IngestError(
                f"{where}: {row.scale!r} is a shipped scale; label {row.label!r} at position {row.position} is not "
                "one of its rows. Add names and aliases only, or give your scale a new name."
            )
        if row.numeric_value not in (None, known.numeric_value):
            raise IngestError(
                f"{where}: {row.scale!r} is a shipped scale, on which label {row.label!r} has another numeric_value "
                f"than {row.numeric_value:g}. Leave it blank, or give your scale a new name."
            )
        merged[row.scale, row.label] = ScaleRow(
            scale=known.scale,
            label=known.label,
            position=known.position,
            numeric_value=known.numeric_value,
            polarity=known.polarity,
            names=known.names,
            aliases=tuple(
                dict.fromkeys(
                    (
                        *known.aliases,
                        *row.aliases,
                        *(n for n in row.names.values() if n not in known.names.values()),
                    )
                )
            ),
        )
    return list(merged.values())


def build_scales(rows: Iterable[ScaleRow], where: str) -> dict[str, Scale]:
    """Return every scale by name."""
    grouped: dict[str, list[ScaleRow]] = {}
    for row in rows:
        grouped.setdefault(row.scale, []).append(row)
    return {name: build_scale(name, members, where) for name, members in sorted(grouped.items())}


def shipped_rows(seeds: Path) -> list[ScaleRow]:
    """Return the rows of every `*_scales.csv` below the seeds folder."""
    return [row for path in sorted(seeds.glob("*/*_scales.csv")) for row in read_scale_file(path)]


def digest(scales: Mapping[str, Scale], names: Iterable[str]) -> str:
    """Return a digest of the named scales; the ledger holds it, so a changed alias makes files be read again."""
    text = repr(
        [
            (name, scales[name].labels, sorted(scales[name].lookup.items()))
            for name in sorted(set(names))
            if name in scales
        ]
    )
    return sha256(text.encode()).hexdigest()[:16]


def read_question_file(path: Path, benchmark: str | None) -> dict[tuple[str, str], str]:
    """Read which scale each question is answered on: columns question and scale, and benchmark where none is given.

    Raises IngestError naming file and line for a blank cell or a question with two scales.
    """
    questions: dict[tuple[str, str], str] = {}
    required = ("question", "scale") if benchmark is not None else ("benchmark", "question", "scale")
    for where, cells in read_table(path, required, "question"):
        if not all(cells.get(column) for column in required):
            raise IngestError(f"{where}: {listed(required)} are needed; one is blank. Fill it in.")
        key = (benchmark or cells["benchmark"], cells["question"])
        if questions.setdefault(key, cells["scale"]) != cells["scale"]:
            raise IngestError(f"{where}: question {key[1]!r} has two scales. Keep one row per question.")
    return questions


def shipped_questions(seeds: Path) -> dict[tuple[str, str], str]:
    """Return the questions of every `*_questions.csv` below the seeds folder."""
    return {
        key: scale
        for path in sorted(seeds.glob("*/*_questions.csv"))
        for key, scale in read_question_file(path, None).items()
    }


def shipped_by_panel(seeds: Path) -> dict[tuple[str, str], set[str]]:
    """Return the scales of the questions of every `*_questions_by_panel.csv` below the seeds folder."""
    scales: dict[tuple[str, str], set[str]] = {}
    for path in sorted(seeds.glob("*/*_questions_by_panel.csv")):
        for _, cells in read_table(path, ("benchmark", "question", "scale"), "question"):
            scales.setdefault((cells["benchmark"], cells["question"]), set()).add(cells["scale"])
    return scales


def check_questions(
    added: Questions,
    shipped: Questions,
    by_panel: Mapping[tuple[str, str], Collection[str]],
    scales: Mapping[str, Scale],
    where: str,
) -> dict[tuple[str, str], str]:
    """Return the questions in force.

    Raises IngestError when a question names an unknown scale, or a shipped question another scale than its own.
    """
    for (benchmark, question), scale in added.items():
        if scale not in scales:
            raise IngestError(f"{where}: question {question!r} names scale {scale!r}, which is not known. Add --scale.")
        if shipped.get((benchmark, question), scale) != scale:
            raise IngestError(f"{where}: question {question!r} of {benchmark} is shipped with another scale.")
        if scale not in by_panel.get((benchmark, question), (scale,)):
            raise IngestError(
                f"{where}: question {question!r} of {benchmark} is shipped with the scales of its panels. "
                "Give your question another name."
            )
    return {**shipped, **added}


def digest_questions(questions: Questions, scales: Mapping[str, Scale], benchmark: str) -> str:
    """Return a digest of a benchmark's questions and all that their scales say."""
    own = {question: scale for (name, question), scale in questions.items() if name == benchmark}
    values = [sorted((k, v) for k, v in scales[name].numeric_values.items()) for name in sorted(set(own.values()))]
    return sha256(repr((sorted(own.items()), values, digest(scales, own.values()))).encode()).hexdigest()[:16]
