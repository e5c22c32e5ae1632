with

    versions as (select * from {{ ref("int_arteculture__test_concept_versions") }} where is_standing),

    images as (select image_id from {{ ref("int_arteculture__images") }}),

    final as (
        select versions.system_id, versions.image_id, versions.concept_key, versions.source_row_id
        from versions
        inner join images on images.image_id = versions.image_id
    )

select *
from final
