-- Standing answers, descriptions, evidence and predictions that no usable question or image stands behind.
with

    questions as (select question_id, is_closed, exclusion_reason from {{ ref("int_emogenie__questions") }}),

    predictions as (select * from {{ ref("int_emogenie__predictions") }} where exclusion_reason is not null),

    replies as (
        select 'answers' as stage, system_id, question_id, source_row_id, true as is_for_closed
        from {{ ref("int_emogenie__answer_versions") }}
        where is_standing
        union all
        select 'descriptions' as stage, system_id, question_id, source_row_id, false as is_for_closed
        from {{ ref("int_emogenie__description_versions") }}
        where is_standing
        union all
        select
            'description_evidence' as stage,
            cast(null as string) as system_id,
            question_id,
            source_row_id,
            false as is_for_closed
        from {{ ref("int_emogenie__evidence_versions") }}
        where is_standing
    ),

    judged as (
        select
            replies.*,
            case
                when questions.question_id is null
                then 'item.unknown'
                when questions.exclusion_reason is not null
                then questions.exclusion_reason
                when replies.is_for_closed and not questions.is_closed
                then 'question.open'
                when questions.is_closed and not replies.is_for_closed
                then 'question.closed'
            end as reason
        from replies
        left join questions on questions.question_id = replies.question_id
    ),

    final as (
        select
            stage,
            system_id,
            question_id as item_id,
            source_row_id,
            reason,
            'question ' || question_id as detail
        from judged
        where reason is not null
        union all
        select
            'assessments' as stage,
            system_id,
            image_id as item_id,
            source_row_id,
            exclusion_reason as reason,
            'dimension ' || dimension as detail
        from predictions
    )

select *
from final
