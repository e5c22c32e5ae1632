with

    labels as (select * from {{ ref("int_arteculture__culture_labels") }}),

    images as (select * from {{ ref("int_arteculture__image_status") }}),

    final as (
        select
            cast(labels.image_id as string) as image_id,
            cast(labels.culture as string) as culture,
            cast(labels.label as string) as label,
            cast(labels.vote_share as double) as vote_share,
            cast(labels.vote_count as bigint) as vote_count,
            images.is_retained
        from labels
        inner join images on images.image_id = labels.image_id
    )

select *
from final
