with

    facts as (select * from {{ ref("stg_mame_re__images") }}),

    final as (
        {{ standing_versions("facts", "mame_re", "images", ["image_id"], ["speech_text", "description"]) }}
    )

select *
from final
