with

    versions as (select * from {{ ref("int_arteculture__explanation_score_versions") }} where is_standing),

    images as (select image_id from {{ ref("int_arteculture__images") }}),

    final as (
        select
            versions.judge_id,
            versions.system_id,
            versions.setting,
            versions.culture,
            versions.image_id,
            versions.score,
            versions.source_row_id
        from versions
        inner join images on images.image_id = versions.image_id
    )

select *
from final
