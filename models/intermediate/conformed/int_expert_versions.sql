-- Every score that an expert gave; of several for one output and metric the later line stands.
with

    judgements as (
        {{
            union_shape(
                "expert_judgements",
                [
                    "benchmark",
                    "expert_id",
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
    ),

    final as (
        {{
            landed_versions(
                "judgements",
                ["benchmark", "expert_id", "system_id", "setting", "panel", "item_id", "metric"],
                ["raw_score"],
            )
        }}
    )

select *
from final
