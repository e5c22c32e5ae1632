with

    stages as (select * from {{ ref("int_arteculture__retention") }}),

    -- Without any image there is no row, and no zero.
    entered as (select image_count from stages where stage = 'images_in' and image_count > 0),

    final as (
        select
            cast(stages.stage as string) as stage,
            cast(stages.image_count as bigint) as image_count,
            {{ share_of("stages.image_count", "entered.image_count") }} as share,
            cast(stages.stage_position as bigint) as stage_position
        from stages
        cross join entered
    )

select *
from final
