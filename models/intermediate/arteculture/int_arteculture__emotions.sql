with

    scales as (select * from {{ ref("arteculture_scales") }}),

    final as (
        select label, cast(position as bigint) as position from scales where scale = 'arteculture_emotion'
    )

select *
from final
