with

    images as (select * from {{ ref("int_arteculture__image_status") }}),

    cultures as (select * from {{ ref("int_arteculture__cultures") }}),

    -- Without any image there is no row, and no zero.
    retained as (
        select count(case when is_retained then 1 end) as retained_count from images having count(*) > 0
    ),

    final as (
        select
            cultures.position as distinct_label_count,
            count(images.image_id) as image_count,
            {{ share_of("count(images.image_id)", "retained.retained_count") }} as share,
            case when retained.retained_count > 0 then 'ok' else 'no_retained_images' end as status
        from cultures
        cross join retained
        left join images on images.distinct_label_count = cultures.position and images.is_retained
        group by cultures.position, retained.retained_count
    )

select *
from final
