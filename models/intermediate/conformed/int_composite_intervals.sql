-- Intervals that a benchmark makes of joint replicates, where a score is a formula of means and no mean
-- itself.
with

    final as (
        {{
            union_shape(
                "composite_intervals",
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
                    "method",
                    "value",
                    "ci_low",
                    "ci_high",
                    "se",
                    "unit_count",
                    "cluster_count",
                    "status",
                ],
                landed=false,
            )
        }}
    )

select *
from final
