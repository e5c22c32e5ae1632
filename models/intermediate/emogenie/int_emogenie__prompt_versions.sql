with

    facts as (select * from {{ ref("stg_emogenie__prompts") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "emogenie",
                "prompts",
                ["prompt_id"],
                ["perspective", "prompted_label", "intensity"],
            )
        }}
    )

select *
from final
