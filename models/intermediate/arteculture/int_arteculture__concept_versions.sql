with

    facts as (select * from {{ ref("stg_arteculture__concepts") }}),

    final as (
        {{
            standing_versions(
                "facts", "arteculture", "concepts", ["image_id", "concept_key"], ["concept_key"]
            )
        }}
    )

select *
from final
