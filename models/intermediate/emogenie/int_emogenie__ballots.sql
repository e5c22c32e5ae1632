-- One answer per rater, image and question.
with

    answers as (select * from {{ ref("int_emogenie__given_answers") }} where exclusion_reason is null),

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
        from answers
    )

select *
from final
