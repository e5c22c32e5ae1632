-- Landed scores that are not used. A score that a benchmark derives has no line of its own to list.
with

    scores as (select * from {{ ref("int_cluster_score_versions") }}),

    final as (
        select
            benchmark,
            'cluster_scores' as stage,
            system_id,
            cluster_id as item_id,
            source_row_id,
            exclusion_reason as reason,
            'leaderboard ' || leaderboard || ', metric ' || metric as detail
        from scores
        where exclusion_reason is not null and source_row_id is not null
    )

select *
from final
