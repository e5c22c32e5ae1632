with

    answers as (
        select * from {{ ref("int_arteculture__answers") }} where is_own_set and is_scored and is_own_language
    ),

    by_culture as (
        select system_id, setting, culture, explanation_word_count
        from answers
        union all
        select system_id, setting, 'all' as culture, explanation_word_count
        from answers
    ),

    final as (
        select
            cast(system_id as string) as model,
            cast(setting as string) as setting,
            cast(culture as string) as culture,
            {{ share_of("sum(explanation_word_count)", "count(explanation_word_count)") }} as mean_word_count,
            count(explanation_word_count) as explanation_count,
            count(*) - count(explanation_word_count) as absent_count,
            case when count(explanation_word_count) > 0 then 'ok' else 'no_explanations' end as status
        from by_culture
        group by system_id, setting, culture
    )

select *
from final
