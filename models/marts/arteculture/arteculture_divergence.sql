with

    images as (select * from {{ ref("int_arteculture__image_status") }} where is_retained),

    cultures as (select * from {{ ref("int_arteculture__cultures") }}),

    retained as (select count(*) as retained_count from images),

    final as (
        select
            cultures.position as distinct_label_count,
            count(images.image_id) as image_count,
            {{ share_of("count(images.image_id)", "retained.retained_count") }} as share
        from cultures
        cross join retained
        left join images on images.distinct_label_count = cultures.position
        group by cultures.position, retained.retained_count
    )

select *
from final
