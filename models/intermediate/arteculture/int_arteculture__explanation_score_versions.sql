with

    facts as (select * from {{ ref("stg_arteculture__explanation_scores") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "arteculture",
                "explanation_scores",
                ["judge_id", "system_id", "setting", "culture", "image_id"],
                ["score"],
            )
        }}
    )

select *
from final
