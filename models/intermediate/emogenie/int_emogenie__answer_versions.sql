with

    facts as (select * from {{ ref("stg_emogenie__answers") }}),

    final as (
        {{ standing_versions("facts", "emogenie", "answers", ["system_id", "question_id"], ["answer"]) }}
    )

select *
from final
