with

    final as (
        {{
            union_shape(
                "vote_counts",
                [
                    "benchmark",
                    "panel",
                    "subject_id",
                    "question",
                    "label",
                    "vote_count",
                    "source_row_id",
                ],
            )
        }}
    )

select *
from final
