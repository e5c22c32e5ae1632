"""Ballots for tests: gathered in Python, landed as a user lands conformed files, read back from the marts."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from conftest import House

Row = dict[str, Any]

#: What an agreement row is compared by.
Key = tuple[str, str, str]


def write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    """Write rows as CSV; the columns are those of any row, None is blank."""
    path.parent.mkdir(parents=True, exist_ok=True)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, columns)
        writer.writeheader()
        writer.writerows(rows)
    return path


@dataclass
class Study:
    """One benchmark's ballots, released counts, scales and questions."""

    benchmark: str
    ballots: list[Row] = field(default_factory=list)
    anonymous: list[Row] = field(default_factory=list)
    counts: list[Row] = field(default_factory=list)
    scales: list[Row] = field(default_factory=list)
    questions: list[Row] = field(default_factory=list)

    def scale(self, question: str, labels: Sequence[str], values: Sequence[float | None] | None = None) -> None:
        """Declare a question's scale, in order."""
        self.questions.append({"question": question, "scale": f"{self.benchmark}_{question}"})
        for position, label in enumerate(labels, start=1):
            value = None if values is None else values[position - 1]
            self.scales.append(
                {"scale": f"{self.benchmark}_{question}", "label": label, "position": position, "numeric_value": value}
            )

    def table(self, question: str, units: Iterable[Sequence[Any]], panel: str = "all") -> None:
        """Add a table of units by raters; None is no answer."""
        for unit, answers in enumerate(units):
            for rater, answer in enumerate(answers):
                if answer is not None:
                    self.vote(f"u{unit:05d}", f"r{rater:03d}", answer, question, panel)

    def vote(self, subject: str, rater: str, label: Any, question: str, panel: str = "all") -> None:
        """Add one ballot."""
        self.ballots.append(
            {"panel": panel, "subject_id": subject, "question": question, "rater_id": rater, "label": str(label)}
        )

    def count(self, subject: str, label: Any, votes: int, question: str, panel: str = "all") -> None:
        """Add one released count."""
        self.counts.append(
            {"panel": panel, "subject_id": subject, "question": question, "label": str(label), "vote_count": votes}
        )

    def land(self, house: House) -> None:
        """Write the files and load them."""
        folder = house.folder / "files" / self.benchmark
        declared: list[str | Path] = []
        if self.scales:
            declared += ["--scale", write_csv(folder / "scales.csv", self.scales)]
            declared += ["--questions", write_csv(folder / "questions.csv", self.questions)]
        for name, rows, shape in (
            ("ballots", self.ballots, "ballots"),
            ("anonymous", self.anonymous, "ballots"),
            ("counts", self.counts, "vote_counts"),
        ):
            if rows:
                path = write_csv(folder / f"{name}.csv", rows)
                house.ingest("load", path, "--as", shape, "--benchmark", self.benchmark, *declared)


def build(house: House, *arguments: str) -> None:
    """Build every generic mart of votes, over conformed files alone, with its tests."""
    alone = ("--vars", '{"benchmarks": {}}')
    house.dbt("build", "-s", *(f"+{mart}" for mart in VOTE_MARTS), *alone, *arguments)


VOTE_MARTS: tuple[str, ...] = (
    "labels",
    "vote_distributions",
    "agreement",
    "cross_panel_agreement",
    "label_transitions",
    "opinion_scores",
    "raters",
    "exclusions",
)


def agreement_of(house: House, benchmark: str, panel: str = "all") -> dict[str, dict[Key, Row]]:
    """Return the rows of the agreement mart without breakdown: by question, then (coefficient, weights, marginals)."""
    names = (
        "question", "coefficient", "weights", "marginals", "value", "standard_error", "status", "item_count",
        "pairable_item_count", "rater_count", "rating_count", "observed_agreement", "expected_agreement",
        "rater_pair_count", "undefined_pair_count",
    )  # fmt: skip
    rows = house.query(
        f"select {', '.join(names)} from marts.agreement where benchmark = ? and panel = ? and breakdown = 'all'",
        benchmark,
        panel,
    )
    found: dict[str, dict[Key, Row]] = {}
    for row in rows:
        named = dict(zip(names, row, strict=True))
        found.setdefault(named["question"], {})[named["coefficient"], named["weights"], named["marginals"]] = named
    return found
