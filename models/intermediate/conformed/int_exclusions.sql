with

    final as (
        {{
            union_shape(
                "exclusions",
                ["benchmark", "stage", "system_id", "item_id", "source_row_id", "reason", "detail"],
                landed=false,
            )
        }}
    )

select *
from final
