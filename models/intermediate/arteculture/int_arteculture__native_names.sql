-- A label's name in a culture's own language; a culture whose language the scale does not name gets the
-- English one.
with

    scales as (select * from {{ ref("arteculture_scales") }}),

    cultures as (select * from scales where scale = 'arteculture_culture'),

    emotions as (select * from scales where scale = 'arteculture_emotion'),

    named as (
        select
            cultures.label as culture,
            cultures.position as culture_position,
            {{ arteculture_native_name("cultures", "cultures.label") }} as culture_native_name,
            emotions.label,
            emotions.position as label_position,
            {{ arteculture_native_name("emotions", "cultures.label") }} as native_name
        from cultures
        cross join emotions
    ),

    final as (
        select *
        from named
        union all
        select
            'all' as culture,
            cast(null as integer) as culture_position,
            'all' as culture_native_name,
            label,
            position as label_position,
            name_en as native_name
        from emotions
    )

select *
from final
