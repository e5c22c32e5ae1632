with

    source as (select * from {{ source("raw", "conformed__cluster_scores") }}),

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
            score_sum,
            score_sum_squares,
            score_count,
            {{ source_row_id() }} as source_row_id
        from source
    )

select *
from final
