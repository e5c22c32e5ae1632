"""The conformed shapes as raw tables: files that already have these columns land directly, for any benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ingest.spec import Benchmark, Field, Invalid, Scale, Source, Table
from ingest.values import read_label

BENCHMARK_NAME = Field("benchmark", "id", required=True, origin="path")
PANEL = Field("panel", "id", default="all")

#: Scores beyond this are no measurements, and sums of their fourth powers would leave the range of doubles.
LARGEST_SCORE = 1e50
#: Votes for one label: the product of two such counts is a 64-bit integer.
LARGEST_VOTE_COUNT = 10**9
#: Units of one cluster: the sum over a million such clusters is a 64-bit integer.
LARGEST_UNIT_COUNT = 10**12
#: How far (sum of scores)^2 may pass count times sum of squares: sums may be written with seven digits.
SQUARES_TOLERANCE = 1e-6


def _score(name: str, **options: Any) -> Field:
    return Field(name, "number", low=-LARGEST_SCORE, high=LARGEST_SCORE, **options)


def _answered(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A ballot answers with a label or with a score."""
    return [] if row["label"] is not None or row["score"] is not None else [("label", "label.missing")]


def _squares_fit(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """No numbers have a sum whose square passes their count times the sum of their squares."""
    total, squares, count = row["score_sum"], row["score_sum_squares"], row["score_count"]
    if squares is None or count == 0 or total * total <= count * squares * (1 + SQUARES_TOLERANCE):
        return []
    return [("score_sum_squares", "score_sum_squares.inconsistent")]


def _label_on_scale(row: dict[str, Any], scale: Scale | None) -> list[tuple[str, str]]:
    """Read a label as one of its scale's; without a scale it stays as it is written, trimmed."""
    written = row["label"]
    if isinstance(written, str) and "|" in written:
        return [("label", "label.contains_separator")]
    if scale is None and isinstance(written, str):
        row["label"] = written.strip()
        return []
    try:
        # A number is a label only where a scale says so: without one nobody knows whether 3.0 is 3.
        row["label"] = read_label(scale.lookup if scale else {}, written)
    except Invalid as fault:
        return [("label", f"label.{fault.reason}")]
    return []


def _score_on_scale(row: dict[str, Any], scale: Scale) -> list[tuple[str, str]]:
    """Read a score as the label that has its value; a label beside it must be that label."""
    labels = {value: label for label, value in scale.numeric_values.items() if value is not None}
    if not labels:
        # The scale has no numbers: a score says more than its label, and nothing without one.
        return [] if row["label"] is not None else [("score", "score.not_in_scale")]
    if not min(labels) <= row["score"] <= max(labels):
        return [("score", "score.out_of_range")]
    if row["score"] not in labels:
        return [("score", "score.not_in_scale")]
    label = labels[row["score"]]
    if row["label"] not in (None, label):
        return [("score", "score.label_mismatch")]
    row["label"] = label
    return []


def _on_scale(row: dict[str, Any], source: Source) -> list[tuple[str, str]]:
    """Hold an answer against the scale of its question."""
    scale = source.scale_of(row["benchmark"], row["question"])
    faults = _label_on_scale(row, scale) if row["label"] is not None else []
    if not faults and scale is not None and row.get("score") is not None:
        faults = _score_on_scale(row, scale)
    return faults


BALLOTS = Table(
    name="ballots",
    anonymous_field="rater_id",
    columns_needed=(("label", "score"),),
    check=_answered,
    refine=_on_scale,
    parser_version=3,
    fields=(
        BENCHMARK_NAME,
        PANEL,
        Field("subject_id", "id", required=True),
        Field("question", "id", required=True),
        Field("rater_id", "id", reason_prefix="rater"),
        Field("rater_kind", "choice", choices=("human", "model"), default="human"),
        Field("label", "answer"),
        _score("score"),
        Field("round", "integer"),
        Field("annotated_at", "timestamp"),
    ),
)

VOTE_COUNTS = Table(
    name="vote_counts",
    refine=_on_scale,
    parser_version=3,
    fields=(
        BENCHMARK_NAME,
        PANEL,
        Field("subject_id", "id", required=True),
        Field("question", "id", required=True),
        Field("label", "answer", required=True),
        Field("vote_count", "integer", required=True, low=0, high=LARGEST_VOTE_COUNT),
    ),
)

OUTPUTS = Table(
    name="outputs",
    parser_version=2,
    fields=(
        BENCHMARK_NAME,
        Field("system_id", "id", required=True),
        Field("setting", "id", default="all"),
        PANEL,
        Field("experiment", "id"),
        Field("k", "integer"),
        Field("condition", "id"),
        Field("trial", "integer"),
        Field("item_id", "id", required=True),
        Field("status", "id", default="ok"),
        Field("predicted_label", "text"),
        _score("predicted_score"),
        Field("choice_id", "id"),
    ),
)

JUDGEMENTS = Table(
    name="judgements",
    parser_version=2,
    fields=(
        BENCHMARK_NAME,
        Field("judge_id", "id", required=True),
        Field("configuration", "id", default="all"),
        Field("run", "integer"),
        Field("system_id", "id", required=True),
        Field("setting", "id", default="all"),
        PANEL,
        Field("item_id", "id", required=True),
        Field("metric", "id", required=True),
        _score("raw_score", required=True, reason_prefix="score"),
    ),
)

EXPERT_JUDGEMENTS = Table(
    name="expert_judgements",
    parser_version=2,
    fields=(
        BENCHMARK_NAME,
        Field("expert_id", "id", required=True, reason_prefix="rater"),
        Field("system_id", "id", required=True),
        Field("setting", "id", default="all"),
        PANEL,
        Field("item_id", "id", required=True),
        Field("metric", "id", required=True),
        _score("raw_score", required=True, reason_prefix="score"),
    ),
)

CLUSTER_SCORES = Table(
    name="cluster_scores",
    check=_squares_fit,
    parser_version=2,
    fields=(
        BENCHMARK_NAME,
        Field("leaderboard", "id", required=True),
        PANEL,
        Field("breakdown", "id", default="all"),
        Field("breakdown_value", "id", default="all"),
        Field("system_id", "id", required=True),
        Field("setting", "id", default="all"),
        Field("metric", "id", required=True),
        Field("convention_id", "id", default="all"),
        Field("cluster_id", "id", required=True),
        _score("score_sum", required=True),
        Field("score_sum_squares", "number", low=0, high=LARGEST_SCORE**2),
        Field("score_count", "integer", required=True, low=0, high=LARGEST_UNIT_COUNT),
    ),
)

SCORE_PAIRS = Table(
    name="score_pairs",
    columns_needed=(("x",), ("y",)),
    parser_version=2,
    fields=(
        BENCHMARK_NAME,
        Field("comparison", "id", required=True),
        PANEL,
        Field("dimension", "id", default="all"),
        Field("pair_id", "id", required=True),
        Field("cluster_id", "id"),
        # A pair with a gap is landed: it is dropped and counted where a correlation is computed.
        _score("x"),
        _score("y"),
    ),
)

CONFORMED = Benchmark(
    name="conformed",
    tables=(BALLOTS, VOTE_COUNTS, OUTPUTS, JUDGEMENTS, EXPERT_JUDGEMENTS, CLUSTER_SCORES, SCORE_PAIRS),
)
