-- Every answer about a known image; which of several answers of one rater stands is decided for all
-- benchmarks alike.
-- The released table and the annotation files are pooled.
with

    images as (select image_id from {{ ref("int_arteculture__images") }}),

    annotations as (select * from {{ ref("stg_arteculture__annotations") }}),

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
            'arteculture' as benchmark,
            answers.culture as panel,
            answers.image_id as subject_id,
            'emotion' as question,
            answers.rater_id,
            'human' as rater_kind,
            answers.emotion as label,
            cast(null as double) as score,
            answers.annotation_round as round,
            answers.annotated_at,
            answers.source_row_id
        from answers
        inner join images on images.image_id = answers.image_id
    )

select *
from final
