with

    facts as (select * from {{ ref("stg_arteculture__predictions") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "arteculture",
                "predictions",
                ["system_id", "setting", "culture", "image_id", "prompt_language", "evaluation_set"],
                ["emotion_text", "parse_rule", "explanation", "gold_emotion"],
            )
        }}
    )

select *
from final
