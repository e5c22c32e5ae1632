-- Scores that stand twice in landed files: the last by file and line stands, an earlier one is listed.
with

    scores as (select * from {{ ref("int_cluster_scores") }}),

    files as (select * from {{ ref("stg_ledger__files") }}),

    places as (
        select substr(file_id, 1, 12) as short_file_id, min(file_path) as file_path
        from files
        group by substr(file_id, 1, 12)
    ),

    placed as (
        select
            scores.*,
            places.file_path,
            try_cast(split_part(scores.source_row_id, ':', 2) as bigint) as line_number
        from scores
        left join places on places.short_file_id = split_part(scores.source_row_id, ':', 1)
    ),

    ranked as (
        select
            *,
            row_number() over later as version_rank,
            first_value(score_sum) over later as standing_sum,
            first_value(score_sum_squares) over later as standing_sum_squares,
            first_value(score_count) over later as standing_count
        from placed
        window
            later as (
                partition by
                    benchmark,
                    leaderboard,
                    panel,
                    breakdown,
                    breakdown_value,
                    system_id,
                    setting,
                    metric,
                    convention_id,
                    cluster_id
                order by file_path desc nulls last, line_number desc nulls last, source_row_id desc nulls last
                rows between unbounded preceding and unbounded following
            )
    ),

    final as (
        select
            benchmark,
            leaderboard,
            panel,
            breakdown,
            breakdown_value,
            system_id,
            setting,
            metric,
            convention_id,
            cluster_id,
            cast(score_sum as double) as score_sum,
            cast(score_sum_squares as double) as score_sum_squares,
            cast(score_count as bigint) as score_count,
            source_row_id,
            case
                when version_rank = 1
                then null
                when
                    score_sum = standing_sum
                    and score_count = standing_count
                    and score_sum_squares is not distinct from standing_sum_squares
                then 'row.duplicate'
                else 'row.superseded'
            end as exclusion_reason
        from ranked
    )

select *
from final
