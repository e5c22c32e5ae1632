-- Answers of the judges whose repeats the benchmark itself tells from copies.
with

    final as (
        {{
            union_shape(
                "judge_readings",
                [
                    "benchmark",
                    "judge_id",
                    "configuration",
                    "repeat_number",
                    "system_id",
                    "setting",
                    "panel",
                    "item_id",
                    "metric",
                    "score",
                ],
                landed=false,
            )
        }}
    )

select *
from final
