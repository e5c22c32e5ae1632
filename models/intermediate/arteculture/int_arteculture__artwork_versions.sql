with

    facts as (select * from {{ ref("stg_arteculture__artworks") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "arteculture",
                "artworks",
                ["image_id"],
                ["source", "tradition", "region", "declared_split"],
            )
        }}
    )

select *
from final
