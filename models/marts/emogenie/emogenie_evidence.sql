with

    evidence as (select * from {{ ref("int_emogenie__evidence_versions") }} where is_standing),

    questions as (
        select * from {{ ref("int_emogenie__questions") }} where not is_closed and exclusion_reason is null
    ),

    final as (
        select
            cast(questions.perspective as string) as perspective,
            cast(questions.format as string) as format,
            count(distinct evidence.question_id) as question_count,
            count(*) as text_count,
            count(distinct evidence.rater_id) as rater_count
        from evidence
        inner join questions on questions.question_id = evidence.question_id
        group by questions.perspective, questions.format
    )

select *
from final
