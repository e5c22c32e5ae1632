-- Rows of every file that a later row of the same fact has taken the place of.
with

    rows_replaced as (
        select
            'prompts' as stage,
            cast(null as string) as system_id,
            prompt_id as item_id,
            source_row_id,
            exclusion_reason
        from {{ ref("int_emogenie__prompt_versions") }}
        union all
        select 'images' as stage, system_id, image_id as item_id, source_row_id, exclusion_reason
        from {{ ref("int_emogenie__image_versions") }}
        union all
        select
            'annotations' as stage,
            cast(null as string) as system_id,
            image_id as item_id,
            source_row_id,
            exclusion_reason
        from {{ ref("int_emogenie__annotation_versions") }}
        union all
        select
            'questions' as stage,
            cast(null as string) as system_id,
            question_id as item_id,
            source_row_id,
            exclusion_reason
        from {{ ref("int_emogenie__question_versions") }}
        union all
        select 'answers' as stage, system_id, question_id as item_id, source_row_id, exclusion_reason
        from {{ ref("int_emogenie__answer_versions") }}
        union all
        select 'descriptions' as stage, system_id, question_id as item_id, source_row_id, exclusion_reason
        from {{ ref("int_emogenie__description_versions") }}
        union all
        select
            'description_evidence' as stage,
            cast(null as string) as system_id,
            question_id as item_id,
            source_row_id,
            exclusion_reason
        from {{ ref("int_emogenie__evidence_versions") }}
        union all
        select 'models' as stage, system_id, cast(null as string) as item_id, source_row_id, exclusion_reason
        from {{ ref("int_emogenie__model_versions") }}
        union all
        select 'assessments' as stage, system_id, image_id as item_id, source_row_id, exclusion_reason
        from {{ ref("int_emogenie__assessment_versions") }}
    ),

    final as (
        select
            stage,
            system_id,
            item_id,
            source_row_id,
            exclusion_reason as reason,
            'a later row tells the same fact' as detail
        from rows_replaced
        where exclusion_reason is not null
    )

select *
from final
