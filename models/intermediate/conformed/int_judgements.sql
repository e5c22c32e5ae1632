with

    final as (
        {{
            union_shape(
                "judgements",
                [
                    "benchmark",
                    "judge_id",
                    "configuration",
                    "run",
                    "system_id",
                    "setting",
                    "panel",
                    "item_id",
                    "metric",
                    "raw_score",
                    "source_row_id",
                ],
            )
        }}
    )

select *
from final
