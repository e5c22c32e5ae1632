with

    final as (
        {{
            union_shape(
                "outputs",
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
                    "status",
                    "predicted_label",
                    "predicted_score",
                    "choice_id",
                    "source_row_id",
                ],
            )
        }}
    )

select *
from final
