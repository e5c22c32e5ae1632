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

    files as (select * from {{ ref("stg_ledger__files") }}),

    -- Equal bytes landed for two benchmarks share a file id.
    places as (
        select substr(file_id, 1, 12) as short_file_id, min(file_path) as file_path
        from files
        group by substr(file_id, 1, 12)
    ),

    placed as (
        select
            ballots.*,
            -- An anonymous row is a rater of its own.
            coalesce(ballots.rater_id, ballots.source_row_id) as rater_key,
            ballots.rater_id is null as is_anonymous,
            places.file_path,
            try_cast(split_part(ballots.source_row_id, ':', 2) as bigint) as line_number
        from ballots
        left join places on places.short_file_id = split_part(ballots.source_row_id, ':', 1)
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
        from placed
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
            case
                when version_rank = 1
                then null
                when
                    label is not distinct from standing_label
                    and score is not distinct from standing_score
                    and round is not distinct from standing_round
                    and rater_kind is not distinct from standing_rater_kind
                then 'row.duplicate'
                else 'row.superseded'
            end as exclusion_reason
        from ranked
    )

select *
from final
