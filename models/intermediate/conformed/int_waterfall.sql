with

    final as (
        {{
            union_shape(
                "waterfall",
                [
                    "benchmark",
                    "leaderboard",
                    "configuration",
                    "system_id",
                    "expected_count",
                    "received_count",
                    "parsed_count",
                    "valid_count",
                    "scored_count",
                    "comparable_count",
                ],
                landed=false,
            )
        }}
    )

select *
from final
