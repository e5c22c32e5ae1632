with

    facts as (select * from {{ ref("stg_arteculture__reviews") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "arteculture",
                "reviews",
                ["concept_key", "culture"],
                ["is_accepted"],
                first_by="annotated_at desc nulls last",
            )
        }}
    )

select *
from final
