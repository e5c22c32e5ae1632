-- Sums per cluster: what every interval and every comparison of systems starts from.
with

    images as (select * from {{ ref("int_emogenie__image_scores") }}),

    answers as (select * from {{ ref("int_emogenie__answer_scores") }}),

    scored as (
        select *
        from images
        union all by name
        select *
        from answers
    ),

    final as (
        select
            'emogenie' as benchmark,
            leaderboard,
            panel,
            breakdown,
            breakdown_value,
            system_id,
            setting,
            metric,
            convention_id,
            cluster_id,
            {{ fsum("score") }} as score_sum,
            {{ fsum("score * score") }} as score_sum_squares,
            count(*) as score_count,
            cast(null as string) as source_row_id
        from scored
        group by
            leaderboard,
            panel,
            breakdown,
            breakdown_value,
            system_id,
            setting,
            metric,
            convention_id,
            cluster_id
    )

select *
from final
