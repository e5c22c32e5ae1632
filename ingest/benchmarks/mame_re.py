"""MaMe-Re: the released contexts, images and scores; annotations, systems' choices and rankings, pools, similarity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ingest.scales import fold
from ingest.spec import Benchmark, Field, Source, Table, file_suffix

#: A released score is the funny share of so many votes; how far a float may lie from such a share.
RELEASED_VOTES = 5
FIFTH_TOLERANCE = 1e-9
#: A cosine of float32 vectors may pass 1 by its rounding.
LARGEST_COSINE = 1.000001

#: Trials are numbered from 0 or 1; how many were expected is counted from the last.
LARGEST_TRIAL = 10**9

EXPERIMENTS = ("exp1", "exp2", "exp3", "exp4")
#: How similar the candidates of the fourth experiment are to its funny one.
SIMILARITIES_TO_FUNNY = {fold(name): name for name in ("Low", "Mid", "High")}


def _is_a_fifth(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A released score is k/5 for a whole number k of votes."""
    votes = RELEASED_VOTES * row["score"]
    return [] if abs(votes - round(votes)) <= FIFTH_TOLERANCE else [("score", "score.not_a_fifth")]


def _read_condition(row: dict[str, Any], _source: Source) -> list[tuple[str, str]]:
    """In the fourth experiment a condition is one of three names, in the second any retriever's."""
    if row["experiment"] != "exp4" or row["condition"] is None:
        return []
    name = SIMILARITIES_TO_FUNNY.get(fold(row["condition"]))
    if name is None:
        return [("condition", "condition.not_in_scale")]
    row["condition"] = name
    return []


CONTEXTS = Table(
    name="contexts",
    pattern="context" + file_suffix(),
    parser_version=2,
    fields=(
        Field("context_id", "id", required=True, source="id"),
        Field("text"),
    ),
)

IMAGES = Table(
    name="images",
    pattern="image" + file_suffix(),
    fields=(
        Field("image_id", "id", required=True, source="id"),
        Field("text"),
        Field("description"),
    ),
)

SCORES = Table(
    name="scores",
    pattern="score" + file_suffix(),
    check=_is_a_fifth,
    fields=(
        Field("image_id", "id", required=True),
        Field("context_id", "id", required=True),
        Field("score", "number", required=True, low=0, high=1),
    ),
)

ANNOTATIONS = Table(
    name="annotations",
    pattern="annotations" + file_suffix(),
    anonymous_field="annotator_id",
    parser_version=3,
    fields=(
        Field("context_id", "id", required=True),
        Field("image_id", "id", required=True),
        Field("annotator_id", "id", reason_prefix="rater"),
        Field("funny", "label", required=True, scale="mame_re_funny"),
        Field("submission_id", "id"),
        Field("passed_quality_control", "boolean"),
        Field("annotated_at", "timestamp"),
    ),
)

SYSTEMS = Table(
    name="systems",
    pattern="systems" + file_suffix(),
    fields=(
        Field("system", "id", required=True),
        Field("method", "choice", required=True, choices=("similarity", "preference", "vision", "human", "baseline")),
        Field("with_description", "choice", required=True, choices=("Y", "N")),
        Field("model_type", "choice", choices=("text_emb", "llm_emb", "multi_emb", "vlm_emb", "llm", "vlm", "human")),
        Field("base_model", "id"),
    ),
)

SELECTIONS = Table(
    name="selections",
    pattern=r"selections/(?P<system>[^/]+)" + file_suffix(),
    refine=_read_condition,
    parser_version=3,
    fields=(
        Field("system", "id", required=True, origin="path"),
        Field("context_id", "id", required=True),
        Field("trial", "integer", required=True, low=0, high=LARGEST_TRIAL),
        Field("image_id", "id"),
        Field("status", "choice", choices=("ok", "refusal", "unparsable", "out_of_pool", "error"), default="ok"),
        Field("experiment", "choice", choices=EXPERIMENTS, default="exp1"),
        Field("k", "integer", low=1),
        Field("condition", "id"),
    ),
)

RANKINGS = Table(
    name="rankings",
    pattern=r"rankings/(?P<system>[^/]+)" + file_suffix(),
    fields=(
        Field("system", "id", required=True, origin="path"),
        Field("context_id", "id", required=True),
        Field("image_id", "id", required=True),
        Field("score", "number", required=True),
    ),
)

SIMILARITIES = Table(
    name="similarities",
    pattern="similarity" + file_suffix(),
    fields=(
        Field("kind", "choice", required=True, choices=("context_image", "image_image")),
        Field("left_id", "id", required=True),
        Field("right_id", "id", required=True),
        Field("encoder", "id", required=True),
        Field("cosine", "number", required=True, low=-LARGEST_COSINE, high=LARGEST_COSINE),
    ),
)

POOLS = Table(
    name="pools",
    pattern="pools" + file_suffix(),
    refine=_read_condition,
    parser_version=2,
    fields=(
        Field("experiment", "choice", required=True, choices=EXPERIMENTS[1:]),
        Field("k", "integer", required=True, low=1),
        Field("context_id", "id", required=True),
        Field("image_id", "id", required=True),
        Field("role", "choice", required=True, choices=("funny", "unfunny", "somewhat", "any")),
        Field("condition", "id"),
    ),
)

BENCHMARK = Benchmark(
    name="mame_re",
    tables=(CONTEXTS, IMAGES, SCORES, ANNOTATIONS, SYSTEMS, SELECTIONS, RANKINGS, SIMILARITIES, POOLS),
)
