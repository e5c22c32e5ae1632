-- Every closed question of every split in which a model answered at least one, answered or not.
with

    readings as (select * from {{ ref("int_emogenie__answer_readings") }}),

    questions as (select * from {{ ref("int_emogenie__closed_questions") }}),

    expected as (
        select distinct readings.system_id, questions.split
        from readings
        inner join questions on questions.question_id = readings.question_id
    ),

    final as (
        select
            expected.system_id,
            expected.split,
            questions.question_id,
            questions.perspective,
            questions.dimension,
            questions.format,
            questions.image_id_1,
            questions.image_id_2,
            readings.choice_letter,
            readings.pattern,
            coalesce(readings.status, 'missing') as status,
            coalesce(readings.is_correct, false) as is_correct,
            readings.source_row_id
        from expected
        inner join questions on questions.split = expected.split
        left join
            readings
            on readings.system_id = expected.system_id
            and readings.question_id = questions.question_id
    )

select *
from final
