with

    labels as (select * from {{ ref("int_arteculture__culture_labels") }}),

    images as (select * from {{ ref("int_arteculture__image_status") }}),

    final as (
        select
            labels.image_id,
            labels.culture,
            labels.label,
            labels.vote_share,
            labels.vote_count,
            images.is_retained,
            labels.settled_round
        from labels
        inner join images on images.image_id = labels.image_id
    )

select *
from final
