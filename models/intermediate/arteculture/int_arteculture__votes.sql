-- One row per answer that counts. The released table and the annotation files are pooled.
with

    images as (select image_id from {{ ref("int_arteculture__images") }}),

    annotations as (select * from {{ ref("int_arteculture__annotation_versions") }} where is_standing),

    released as (select * from {{ ref("stg_arteculture__artelingo") }}),

    answers as (
        select image_id, culture, rater_id, emotion, annotation_round, annotated_at, source_row_id
        from annotations
        union all
        select
            image_id,
            culture,
            cast(null as string) as rater_id,
            emotion,
            cast(null as bigint) as annotation_round,
            cast(null as timestamp) as annotated_at,
            source_row_id
        from released
    ),

    final as (
        select
            answers.image_id,
            answers.culture,
            answers.rater_id,
            answers.emotion,
            answers.annotation_round,
            answers.annotated_at,
            answers.source_row_id
        from answers
        inner join images on images.image_id = answers.image_id
    )

select *
from final
