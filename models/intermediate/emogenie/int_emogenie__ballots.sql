-- One answer per question that the image's perspective is asked; answers to other questions are exclusions.
with

    annotations as (select * from {{ ref("int_emogenie__annotations") }} where perspective is not null),

    questions as (select * from {{ ref("emogenie_questions_by_panel") }}),

    scales as (select * from {{ ref("emogenie_scales") }}),

    answers as (
        select
            annotations.perspective as panel,
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
            annotations.source_row_id
        from annotations
        inner join questions on questions.panel = annotations.perspective
    ),

    usable as (
        select *
        from answers
        where
            rating is not null
            or exists (
                select 1 from scales where scales.scale = answers.scale and scales.label = answers.label
            )
    ),

    final as (
        select
            'emogenie' as benchmark,
            panel,
            subject_id,
            question,
            rater_id,
            'human' as rater_kind,
            label,
            cast(rating as double) as score,
            cast(null as bigint) as round,
            annotated_at,
            source_row_id
        from usable
    )

select *
from final
