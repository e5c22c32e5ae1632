-- Outputs that stand twice in landed files: the last by file and line stands, others are listed.
with

    final as (
        {{
            landed_versions(
                ref("int_outputs"),
                [
                    "benchmark",
                    "system_id",
                    "setting",
                    "panel",
                    "experiment",
                    "k",
                    "condition",
                    "trial",
                    "item_id",
                ],
                ["status", "predicted_label", "predicted_score", "choice_id"],
            )
        }}
    )

select *
from final
