-- One row per scored answer and per expected answer that never came, as counts that add up.
with

    answers as (select * from {{ ref("int_arteculture__answers") }} where is_scored),

    expected as (select * from {{ ref("int_arteculture__expected_images") }}),

    received as (
        select
            system_id,
            setting,
            culture,
            prompt_language,
            evaluation_set,
            image_id,
            split,
            region,
            1 as prediction_count,
            case when is_correct then 1 else 0 end as correct_count,
            case when emotion_label is null then 1 else 0 end as unparsable_count,
            case when parse_rule = 'exact' then 1 else 0 end as exact_count,
            case when parse_rule = 'only_label' then 1 else 0 end as only_label_count,
            0 as missing_count
        from answers
    ),

    missing as (
        select
            expected.system_id,
            expected.setting,
            expected.culture,
            expected.prompt_language,
            expected.evaluation_set,
            expected.image_id,
            expected.split,
            expected.region,
            0 as prediction_count,
            0 as correct_count,
            0 as unparsable_count,
            0 as exact_count,
            0 as only_label_count,
            1 as missing_count
        from expected
        left join
            answers
            on answers.system_id = expected.system_id
            and answers.setting = expected.setting
            and answers.culture = expected.culture
            and answers.prompt_language = expected.prompt_language
            and answers.evaluation_set = expected.evaluation_set
            and answers.image_id = expected.image_id
        where answers.system_id is null
    ),

    final as (
        select *
        from received
        union all
        select *
        from missing
    )

select *
from final
