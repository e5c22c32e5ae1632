-- Answers to closed questions and predicted scores of images.
with

    readings as (select * from {{ ref("int_emogenie__answer_readings") }}),

    questions as (select * from {{ ref("int_emogenie__closed_questions") }}),

    predictions as (select * from {{ ref("int_emogenie__predictions") }} where exclusion_reason is null),

    answered as (
        select
            readings.system_id,
            questions.perspective as panel,
            'perception' as experiment,
            questions.dimension as condition,
            readings.question_id as item_id,
            readings.status,
            cast(null as double) as predicted_score,
            readings.choice_letter as choice_id,
            readings.source_row_id
        from readings
        inner join questions on questions.question_id = readings.question_id
    ),

    predicted as (
        select
            system_id,
            perspective as panel,
            'assessment' as experiment,
            dimension as condition,
            image_id as item_id,
            'ok' as status,
            predicted_score,
            cast(null as string) as choice_id,
            source_row_id
        from predictions
    ),

    united as (
        select *
        from answered
        union all
        select *
        from predicted
    ),

    final as (
        select
            'emogenie' as benchmark,
            system_id,
            'all' as setting,
            panel,
            experiment,
            cast(null as bigint) as k,
            condition,
            cast(null as bigint) as trial,
            item_id,
            status,
            cast(null as string) as predicted_label,
            predicted_score,
            choice_id,
            source_row_id
        from united
    )

select *
from final
