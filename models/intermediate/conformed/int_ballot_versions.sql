with

    given as (
        {{
            union_shape(
                "ballots",
                [
                    "benchmark",
                    "panel",
                    "subject_id",
                    "question",
                    "rater_id",
                    "rater_kind",
                    "label",
                    "score",
                    "round",
                    "annotated_at",
                    "source_row_id",
                ],
            )
        }}
    ),

    -- Experts who rate what a judge scores are raters too.
    ballots as (
        select *
        from given
        union all
        select *
        from {{ ref("int_expert_ballots") }}
    ),

    placed as ({{ placed_rows("ballots") }}),

    named as (
        select
            *,
            -- An anonymous row is a rater of its own.
            coalesce(rater_id, source_row_id) as rater_key,
            rater_id is null as is_anonymous
        from placed
    ),

    -- The later answer stands: by its time if it has one, else by path and line.
    ranked as (
        select
            *,
            row_number() over later as version_rank,
            first_value(label) over later as standing_label,
            first_value(score) over later as standing_score,
            first_value(round) over later as standing_round,
            first_value(rater_kind) over later as standing_rater_kind
        from named
        window
            later as (
                partition by benchmark, panel, question, subject_id, is_anonymous, rater_key
                order by annotated_at desc nulls last, file_path desc, line_number desc, source_row_id desc
                rows between unbounded preceding and unbounded following
            )
    ),

    final as (
        select
            benchmark,
            panel,
            subject_id,
            question,
            rater_id,
            rater_kind,
            label,
            score,
            round,
            annotated_at,
            source_row_id,
            {{
                version_reason(
                    "label is not distinct from standing_label"
                    " and score is not distinct from standing_score"
                    " and round is not distinct from standing_round"
                    " and rater_kind is not distinct from standing_rater_kind"
                )
            }} as exclusion_reason
        from ranked
    )

select *
from final
