with

    final as (
        {{
            union_shape(
                "cluster_scores",
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
                    "score_sum_squares",
                    "score_count",
                    "source_row_id",
                ],
            )
        }}
    )

select *
from final
