with

    versions as (select * from {{ ref("int_arteculture__preference_versions") }} where is_standing),

    images as (select image_id from {{ ref("int_arteculture__images") }}),

    final as (
        select
            versions.system_id,
            versions.culture,
            versions.setting_a,
            versions.setting_b,
            versions.image_id,
            versions.rater_id,
            versions.verdict,
            versions.first_shown,
            versions.is_first_shown_unreadable,
            versions.source_row_id
        from versions
        inner join images on images.image_id = versions.image_id
    )

select *
from final
