with

    facts as (select * from {{ ref("stg_mame_re__systems") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "mame_re",
                "systems",
                ["system_id"],
                ["method", "is_with_description", "model_type", "base_model"],
            )
        }}
    )

select *
from final
