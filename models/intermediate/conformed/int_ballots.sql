with

    final as (
        {{
            union_shape(
                "ballots",
                [
                    "benchmark",
                    "panel",
                    "subject_id",
                    "question",
                    "rater_id",
                    "rater_kind",
                    "label",
                    "score",
                    "round",
                    "annotated_at",
                    "source_row_id",
                ],
            )
        }}
    )

select *
from final
