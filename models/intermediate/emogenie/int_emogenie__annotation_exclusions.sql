-- Standing annotations that cannot be used: whole rows of unknown images, and single answers that do not
-- belong.
with

    annotations as (select * from {{ ref("int_emogenie__annotations") }}),

    questions as (select * from {{ ref("emogenie_questions_by_panel") }}),

    asked as (select distinct question from questions where question <> 'emotion'),

    scales as (select scale, label from {{ ref("emogenie_scales") }}),

    unknown as (
        select
            image_id as item_id,
            source_row_id,
            'item.unknown' as reason,
            'the image or its prompt is not landed' as detail
        from annotations
        where perspective is null
    ),

    -- An answer that is given although the image's perspective does not ask for it.
    misplaced as (
        select
            annotations.image_id as item_id,
            annotations.source_row_id,
            asked.question || '.not_applicable' as reason,
            'images of ' || annotations.perspective || ' emotion are not rated on it' as detail
        from annotations
        inner join
            asked
            on (asked.question = 'intensity' and annotations.intensity is not null)
            or (asked.question = 'valence' and annotations.valence is not null)
            or (asked.question = 'arousal' and annotations.arousal is not null)
            or (asked.question = 'dominance' and annotations.dominance is not null)
        left join
            questions on questions.panel = annotations.perspective and questions.question = asked.question
        where annotations.perspective is not null and questions.question is null
    ),

    other_taxonomy as (
        select
            annotations.image_id as item_id,
            annotations.source_row_id,
            'label.not_in_scale' as reason,
            annotations.emotion || ' is no ' || annotations.perspective || ' emotion' as detail
        from annotations
        inner join questions on questions.panel = annotations.perspective and questions.question = 'emotion'
        left join scales on scales.scale = questions.scale and scales.label = annotations.emotion
        where scales.label is null
    ),

    united as (
        select *
        from unknown
        union all
        select *
        from misplaced
        union all
        select *
        from other_taxonomy
    ),

    final as (
        select
            'annotations' as stage, cast(null as string) as system_id, item_id, source_row_id, reason, detail
        from united
    )

select *
from final
