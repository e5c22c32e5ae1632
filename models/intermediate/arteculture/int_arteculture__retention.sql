-- Images in, by the number of cultures with a label, with a label in each culture, and with one in all.
with

    images as (select * from {{ ref("int_arteculture__image_status") }}),

    labels as (select * from {{ ref("int_arteculture__culture_labels") }} where label is not null),

    cultures as (select * from {{ ref("int_arteculture__cultures") }}),

    per_culture as (
        select
            concat('majority:', cultures.culture) as stage,
            10 + cultures.position as stage_position,
            count(labels.image_id) as image_count
        from cultures
        left join labels on labels.culture = cultures.culture
        group by cultures.culture, cultures.position
    ),

    per_number as (
        select
            concat('labelled_in_', cast(cultures.position as string)) as stage,
            cultures.position as stage_position,
            count(images.image_id) as image_count
        from cultures
        left join images on images.labelled_culture_count = cultures.position
        group by cultures.position
    ),

    final as (
        select 'images_in' as stage, 0 as stage_position, count(*) as image_count
        from images
        union all
        select stage, stage_position, image_count
        from per_number
        union all
        select stage, stage_position, image_count
        from per_culture
        union all
        select
            'retained' as stage, 100 as stage_position, count(case when is_retained then 1 end) as image_count
        from images
    )

select *
from final
