with

    images as (select * from {{ ref("int_arteculture__images") }}),

    final as (
        select
            cast(image_id as string) as image_id,
            cast(split as string) as split,
            cast(region as string) as region,
            cast(split_source as string) as split_source
        from images
    )

select *
from final
