with

    versions as (select * from {{ ref("int_arteculture__concept_versions") }} where is_standing),

    images as (select * from {{ ref("int_arteculture__image_status") }}),

    final as (
        select versions.image_id, versions.concept_key, images.split, images.is_retained
        from versions
        inner join images on images.image_id = versions.image_id
    )

select *
from final
