with

    scales as (select * from {{ ref("arteculture_scales") }}),

    final as (
        select label as culture, cast(position as bigint) as position
        from scales
        where scale = 'arteculture_culture'
    )

select *
from final
