with

    facts as (select * from {{ ref("stg_arteculture__rationales") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "arteculture",
                "rationales",
                ["concept_key", "culture", "emotion", "rationale"],
                ["rationale"],
            )
        }}
    )

select *
from final
