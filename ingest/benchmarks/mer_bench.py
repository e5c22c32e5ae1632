"""MER-Bench: the index and the judge's replies, in the layouts that its code released."""

from __future__ import annotations

from ingest.benchmarks._mer_cache import read_judge_cache
from ingest.benchmarks._mer_verdicts import read_verdicts
from ingest.spec import Benchmark, Field, Table, file_suffix

MEMES = Table(
    name="memes",
    pattern=r"index_final" + file_suffix("json|jsonl|csv|tsv|parquet"),
    fields=(
        Field("id", "id", required=True),
        Field("det_emo", "label", required=True, scale="mer_bench_emotion", reason_prefix="label"),
        Field("tgt_emo", "label", required=True, scale="mer_bench_emotion", reason_prefix="label"),
        Field("img_desc"),
        Field("text"),
        Field("pos_txt"),
        Field("spec"),
        Field("gen_id", "id"),
        Field("visual_type"),
        Field("sentiment_polarity"),
        Field("layout_type"),
    ),
)

#: Where a judge's reply stands: columns shared by accepted and rejected replies.
ENVELOPE = (
    Field("configuration", "text", required=True),
    Field("experiment", "text"),
    Field("mode", "text"),
    Field("model", "id", required=True),
    Field("run", "integer"),
    Field("row_id", "id", required=True),
    Field("gen_id", "id"),
    Field("src_emotion", "text"),
    Field("tgt_emotion", "text"),
    Field("cache_key", "text"),
)

REJECTED_VERDICTS = Table(
    name="rejected_verdicts",
    has_payload=True,
    fields=(
        *ENVELOPE,
        Field("reason", "text", required=True),
        Field("is_json", "boolean"),
        Field("is_error_record", "boolean"),
        # What the released code makes of the same reply; null where it drops it.
        Field("is_dropped_by_released", "boolean"),
        Field("released_vgq", "number"),
        Field("released_vea", "number"),
        Field("released_tgq", "number"),
        Field("released_tea", "number"),
        Field("released_lc", "number"),
        Field("released_hgq", "number"),
        Field("released_ppe", "number"),
        Field("released_pes", "number"),
    ),
)

VERDICTS = Table(
    name="verdicts",
    pattern=(
        r"eval_outputs/(?P<experiment>[^/]+)/(?P<mode>model_view|factor_view)/(?P<model>[^/]+)/(?P<run>\d+)"
        + file_suffix("jsonl"),
        # Bare verdicts: one file per reply, or lines of row_id and judge.
        r"verdicts/(?P<configuration>[^/]+)/(?P<model>[^/]+)/(?P<row_id>[^/]+)" + file_suffix("json"),
        r"verdicts/(?P<configuration>[^/]+)/(?P<model>[^/]+)" + file_suffix("jsonl"),
    ),
    has_payload=True,
    read=read_verdicts,
    unit=("configuration", "experiment", "mode", "model", "run"),
    fields=(
        *ENVELOPE,
        Field("vgq", "integer", required=True, low=1, high=5),
        Field("vea", "integer", required=True, low=1, high=5),
        Field("tgq", "integer", required=True, low=1, high=5),
        Field("tea", "integer", required=True, low=1, high=5),
        Field("lc", "boolean", required=True),
        Field("hgq", "integer", required=True, low=1, high=5),
        Field("ppe_label", "label", required=True, scale="mer_bench_emotion", reason_prefix="label"),
        Field("other_emotion", "text"),
        Field("pes", "integer", required=True, low=1, high=5),
        Field("is_fenced", "boolean", required=True),
        Field("is_wrapped", "boolean", required=True),
        Field("is_label_normalised", "boolean", required=True),
        Field("has_extra_keys", "boolean", required=True),
        Field("is_cache_hit", "boolean", required=True),
        # The released code drops a reply that it had to unfence or that has a key named error.
        Field("is_dropped_by_released", "boolean", required=True),
    ),
    companions=(REJECTED_VERDICTS,),
)

EXPERT_SCORES = Table(
    name="expert_scores",
    pattern="expert_scores" + file_suffix(),
    parser_version=2,
    fields=(
        Field("expert_id", "id", required=True, reason_prefix="rater"),
        Field("model", "id", required=True),
        Field("row_id", "id", required=True),
        *(Field(name, "integer", low=1, high=5) for name in ("vgq", "vea", "tgq", "tea")),
        Field("lc", "boolean"),
        Field("hgq", "integer", low=1, high=5),
        Field("ppe", "label", scale="mer_bench_emotion", reason_prefix="label"),
        Field("pes", "integer", low=1, high=5),
        Field("annotated_at", "timestamp"),
    ),
)

GENERATIONS = Table(
    name="generations",
    pattern="generations" + file_suffix(),
    fields=(
        Field("model", "id", required=True),
        Field("row_id", "id", required=True),
        Field(
            "status",
            "choice",
            required=True,
            choices=("ok", "missing_image", "corrupted", "unreadable_text", "refusal", "format_violation"),
        ),
    ),
)

#: The scale that each annotation task is answered on.
TASKS = {
    "source_emotion": "mer_bench_emotion",
    "target_verification": "mer_bench_verification",
    "visual_modality": "mer_bench_visual_type",
    "layout_structure": "mer_bench_layout_type",
    "affective_polarity": "mer_bench_sentiment_polarity",
    "quality_control": "mer_bench_quality_control",
}

ANNOTATIONS = Table(
    name="annotations",
    pattern="annotations" + file_suffix(),
    anonymous_field="annotator_id",
    parser_version=2,
    fields=(
        Field("row_id", "id", required=True),
        Field("annotator_id", "id", reason_prefix="rater"),
        Field("task", "choice", required=True, choices=tuple(TASKS)),
        Field("label", "label", required=True, scale_by=("task", TASKS), reason_prefix="label"),
        Field("escalated_label", "label", scale_by=("task", TASKS), reason_prefix="label"),
        Field("annotated_at", "timestamp"),
    ),
)

FILTERING = Table(
    name="filtering",
    pattern="filtering" + file_suffix(),
    fields=(
        Field("meme_id", "id", required=True),
        Field(
            "stage",
            "choice",
            required=True,
            choices=("negative_affect", "quality", "deduplication", "safety", "feasibility", "retained"),
        ),
    ),
)

HUMAN_CONTROL = Table(
    name="human_control",
    pattern="human_control" + file_suffix(),
    fields=(
        Field("meme_id", "id", required=True),
        Field(
            "outcome",
            "choice",
            required=True,
            choices=("accepted", "minor_revision", "substantial_rewriting", "removed"),
        ),
    ),
)

JUDGE_CACHE = Table(
    name="judge_cache",
    pattern=r"[^/]+\.sqlite3",
    read=read_judge_cache,
    has_payload=True,
    fields=(
        Field("cache_key", "id", required=True),
        Field("is_error", "boolean", required=True),
        Field("updated_at", "number"),
        # The reason why the payload is no verdict; null where it is one.
        Field("reason", "text"),
    ),
)

BENCHMARK = Benchmark(
    name="mer_bench",
    tables=(
        MEMES,
        VERDICTS,
        EXPERT_SCORES,
        GENERATIONS,
        ANNOTATIONS,
        FILTERING,
        HUMAN_CONTROL,
        JUDGE_CACHE,
    ),
)
