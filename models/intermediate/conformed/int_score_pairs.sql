with

    final as (
        {{
            union_shape(
                "score_pairs",
                [
                    "benchmark",
                    "comparison",
                    "panel",
                    "dimension",
                    "pair_id",
                    "cluster_id",
                    "x",
                    "y",
                    "source_row_id",
                ],
            )
        }}
    )

select *
from final
