with

    facts as (select * from {{ ref("stg_emogenie__images") }}),

    final as (
        {{ standing_versions("facts", "emogenie", "images", ["image_id"], ["prompt_id", "system_id"]) }}
    )

select *
from final
