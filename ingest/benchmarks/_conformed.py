"""The conformed shapes as raw tables: files that already have these columns land directly, for any benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ingest.spec import Benchmark, Field, Table

BENCHMARK_NAME = Field("benchmark", "id", required=True, origin="path")
PANEL = Field("panel", "id", default="all")


def _answered(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A ballot answers with a label or with a score."""
    return [] if row["label"] is not None or row["score"] is not None else [("label", "label.missing")]


BALLOTS = Table(
    name="ballots",
    anonymous_field="rater_id",
    check=_answered,
    fields=(
        BENCHMARK_NAME,
        PANEL,
        Field("subject_id", "id", required=True),
        Field("question", "id", required=True),
        Field("rater_id", "id", reason_prefix="rater"),
        Field("rater_kind", "choice", choices=("human", "model"), default="human"),
        Field("label", "text"),
        Field("score", "number"),
        Field("round", "integer"),
        Field("annotated_at", "timestamp"),
    ),
)

VOTE_COUNTS = Table(
    name="vote_counts",
    fields=(
        BENCHMARK_NAME,
        PANEL,
        Field("subject_id", "id", required=True),
        Field("question", "id", required=True),
        Field("label", "text", required=True),
        Field("vote_count", "integer", required=True, low=0),
    ),
)

OUTPUTS = Table(
    name="outputs",
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
        Field("predicted_score", "number"),
        Field("choice_id", "id"),
    ),
)

JUDGEMENTS = Table(
    name="judgements",
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
        Field("raw_score", "number", required=True, reason_prefix="score"),
    ),
)

CLUSTER_SCORES = Table(
    name="cluster_scores",
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
        Field("score_sum", "number", required=True),
        Field("score_sum_squares", "number", low=0),
        Field("score_count", "integer", required=True, low=0),
    ),
)

SCORE_PAIRS = Table(
    name="score_pairs",
    fields=(
        BENCHMARK_NAME,
        Field("comparison", "id", required=True),
        PANEL,
        Field("dimension", "id", default="all"),
        Field("pair_id", "id", required=True),
        Field("cluster_id", "id"),
        # A pair with a gap is landed: it is dropped and counted where a correlation is computed.
        Field("x", "number"),
        Field("y", "number"),
    ),
)

CONFORMED = Benchmark(name="conformed", tables=(BALLOTS, VOTE_COUNTS, OUTPUTS, JUDGEMENTS, CLUSTER_SCORES, SCORE_PAIRS))
