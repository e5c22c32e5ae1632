-- Scores that stand twice in landed files: the last by file and line stands, an earlier one is listed.
with

    scores as (select * from {{ ref("int_cluster_scores") }}),

    versions as (
        {{
            landed_versions(
                "scores",
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
                ],
                ["score_sum", "score_sum_squares", "score_count"],
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
            cast(score_sum as double) as score_sum,
            cast(score_sum_squares as double) as score_sum_squares,
            cast(score_count as bigint) as score_count,
            source_row_id,
            exclusion_reason
        from versions
    )

select *
from final
