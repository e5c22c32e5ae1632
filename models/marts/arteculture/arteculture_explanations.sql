with

    scores as (select * from {{ ref("int_arteculture__explanation_scores") }}),

    by_culture as (
        select judge_id, system_id, setting, culture, score
        from scores
        union all
        select judge_id, system_id, setting, 'all' as culture, score
        from scores
    ),

    final as (
        select
            cast(judge_id as string) as judge,
            cast(system_id as string) as model,
            cast(setting as string) as setting,
            cast(culture as string) as culture,
            {{ share_of("sum(score)", "count(*)") }} as mean_score,
            count(*) as score_count
        from by_culture
        group by judge_id, system_id, setting, culture
    )

select *
from final
