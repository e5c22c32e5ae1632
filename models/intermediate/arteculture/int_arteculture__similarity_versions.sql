with

    facts as (select * from {{ ref("stg_arteculture__similarity") }}),

    final as (
        {{
            standing_versions(
                "facts", "arteculture", "similarity", ["concept_key", "knowledge_concept_key"], ["cosine"]
            )
        }}
    )

select *
from final
