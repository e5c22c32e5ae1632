-- Every answer to a question that the image's perspective is asked, replaced ones too; others are exclusions.
with

    annotations as (select * from {{ ref("int_emogenie__annotation_versions") }}),

    images as (select * from {{ ref("int_emogenie__images") }}),

    questions as (select * from {{ ref("emogenie_questions_by_panel") }}),

    scales as (select * from {{ ref("emogenie_scales") }}),

    answers as (
        select
            images.perspective as panel,
            annotations.image_id as subject_id,
            questions.question,
            questions.scale,
            annotations.rater_id,
            case when questions.question = 'emotion' then annotations.emotion end as label,
            case
                when questions.question = 'intensity'
                then annotations.intensity
                when questions.question = 'valence'
                then annotations.valence
                when questions.question = 'arousal'
                then annotations.arousal
                when questions.question = 'dominance'
                then annotations.dominance
                when questions.question = 'aesthetics'
                then annotations.aesthetics
            end as rating,
            annotations.annotated_at,
            annotations.source_row_id,
            annotations.exclusion_reason
        from annotations
        inner join images on images.image_id = annotations.image_id
        inner join questions on questions.panel = images.perspective
    ),

    final as (
        select *
        from answers
        where
            rating is not null
            or exists (
                select 1 from scales where scales.scale = answers.scale and scales.label = answers.label
            )
    )

select *
from final
