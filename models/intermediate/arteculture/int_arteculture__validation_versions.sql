with

    facts as (select * from {{ ref("stg_arteculture__validations") }}),

    final as (
        {{
            standing_versions(
                "facts", "arteculture", "validations", ["concept_key", "culture", "judge_id"], ["emotion"]
            )
        }}
    )

select *
from final
