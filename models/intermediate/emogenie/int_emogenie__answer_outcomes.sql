-- Models on closed questions: received = a record exists; parsed = it has a text; valid and scored = a
-- choice was
-- read; comparable = every model of the split has one. Accuracy's denominator is the expected count.
with

    answers as (select * from {{ ref("int_emogenie__expected_answers") }}),

    known as (select system_id from {{ ref("int_emogenie__answering_systems") }} where task = 'answers'),

    systems as (select split, count(distinct system_id) as system_count from answers group by split),

    complete as (
        select answers.split, answers.question_id
        from answers
        inner join systems on systems.split = answers.split
        group by answers.split, answers.question_id, systems.system_count
        having count_if(answers.status = 'ok') = systems.system_count
    ),

    counted as (
        select
            answers.system_id,
            count(*) as expected_count,
            count(answers.source_row_id) as received_count,
            count_if(answers.status <> 'missing') as parsed_count,
            count_if(answers.status = 'ok') as valid_count,
            count(complete.question_id) as comparable_count
        from answers
        left join complete on complete.split = answers.split and complete.question_id = answers.question_id
        group by answers.system_id
    ),

    final as (
        select
            'emogenie_qa_accuracy' as leaderboard,
            known.system_id,
            coalesce(counted.expected_count, 0) as expected_count,
            coalesce(counted.received_count, 0) as received_count,
            coalesce(counted.parsed_count, 0) as parsed_count,
            coalesce(counted.valid_count, 0) as valid_count,
            coalesce(counted.valid_count, 0) as scored_count,
            coalesce(counted.comparable_count, 0) as comparable_count
        from known
        left join counted on counted.system_id = known.system_id
    )

select *
from final
