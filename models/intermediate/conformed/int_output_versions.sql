-- Outputs that stand twice in files of that shape: the last by file and line stands, others are listed. A
-- benchmark's own files have told theirs apart before.
with

    final as (
        {{
            landed_versions(
                ref("stg_conformed__outputs"),
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
