with

    images as (select * from {{ ref("int_emogenie__images") }}),

    annotations as (
        select image_id, count(*) as annotation_count
        from {{ ref("int_emogenie__annotations") }}
        group by image_id
    ),

    final as (
        select
            cast(images.image_id as string) as image_id,
            cast(images.perspective as string) as perspective,
            cast(images.system_id as string) as system_id,
            cast(coalesce(annotations.annotation_count, 0) as bigint) as annotation_count,
            coalesce(annotations.annotation_count, 0)
            = {{ var("emogenie_annotations_per_image") }} as is_expected
        from images
        left join annotations on annotations.image_id = images.image_id
        where images.perspective is not null
    )

select *
from final
