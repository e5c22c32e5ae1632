with

    facts as (
        select
            *,
            -- An anonymous row is a rater of its own.
            coalesce(rater_id, source_row_id) as rater_key
        from {{ ref("stg_mer_bench__annotations") }}
    ),

    final as (
        {{
            standing_versions(
                "facts",
                "mer_bench",
                "annotations",
                ["item_id", "task", "rater_key"],
                ["label", "escalated_label"],
                "annotated_at desc nulls last",
            )
        }}
    )

select *
from final
