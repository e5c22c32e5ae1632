-- What is left of a model's answers per setting, over distinct pairs of image and culture, own prompt
-- language. A line that is no answer in strict JSON is rejected and names no pair, so all that is received is
-- valid: an answer without a label is scored as wrong. What is not scored is what no retained image belongs
-- to.
with

    answers as (
        select * from {{ ref("int_arteculture__answers") }} where is_own_set and is_known and is_own_language
    ),

    expected as (
        select *
        from {{ ref("int_arteculture__expected_images") }}
        where evaluation_set = 'arteculture' and prompt_language = culture
    ),

    known as (select * from {{ ref("int_arteculture__answering_systems") }}),

    settings as (
        select culture, image_id, setting, count(distinct system_id) as system_count
        from answers
        where is_retained
        group by culture, image_id, setting
    ),

    system_counts as (
        select setting, count(distinct system_id) as system_count from answers group by setting
    ),

    received as (
        select
            answers.setting,
            answers.system_id,
            count(*) as received_count,
            count(case when answers.is_scored then 1 end) as scored_count,
            count(
                case when answers.is_scored and settings.system_count = system_counts.system_count then 1 end
            ) as comparable_count
        from answers
        inner join system_counts on system_counts.setting = answers.setting
        left join
            settings
            on settings.setting = answers.setting
            and settings.culture = answers.culture
            and settings.image_id = answers.image_id
        group by answers.setting, answers.system_id
    ),

    missing as (
        select expected.setting, expected.system_id, count(*) as missing_count
        from expected
        left join
            answers
            on answers.setting = expected.setting
            and answers.system_id = expected.system_id
            and answers.culture = expected.culture
            and answers.image_id = expected.image_id
        where answers.image_id is null
        group by expected.setting, expected.system_id
    ),

    final as (
        select
            'arteculture' as benchmark,
            'arteculture_accuracy' as leaderboard,
            known.setting as configuration,
            known.system_id,
            coalesce(received.received_count, 0) + coalesce(missing.missing_count, 0) as expected_count,
            coalesce(received.received_count, 0) as received_count,
            coalesce(received.received_count, 0) as parsed_count,
            coalesce(received.received_count, 0) as valid_count,
            coalesce(received.scored_count, 0) as scored_count,
            coalesce(received.comparable_count, 0) as comparable_count
        from known
        left join received on received.setting = known.setting and received.system_id = known.system_id
        left join missing on missing.setting = known.setting and missing.system_id = known.system_id
    )

select *
from final
