with

    facts as (select * from {{ ref("stg_emogenie__assessments") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "emogenie",
                "assessments",
                ["system_id", "image_id", "dimension"],
                ["score", "high_probability"],
            )
        }}
    )

select *
from final
