-- What claims are tested on: every benchmark's cluster scores, and those that only a claim needs.
with

    cluster_scores as (select * from {{ ref("int_cluster_score_versions") }} where exclusion_reason is null),

    added as (
        {{
            union_shape(
                "claim_scores",
                [
                    "benchmark",
                    "leaderboard",
                    "panel",
                    "breakdown",
                    "breakdown_value",
                    "system_id",
                    "setting",
                    "metric",
                    "convention_id",
                    "cluster_id",
                    "score_sum",
                    "score_count",
                ],
                landed=false,
            )
        }}
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
            score_sum,
            score_count
        from cluster_scores
        union all
        select *
        from added
    )

select *
from final
