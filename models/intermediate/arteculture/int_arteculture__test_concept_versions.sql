with

    facts as (select * from {{ ref("stg_arteculture__test_concepts") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "arteculture",
                "test_concepts",
                ["system_id", "image_id", "concept_key"],
                ["concept_key"],
            )
        }}
    )

select *
from final
