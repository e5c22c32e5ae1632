with

    counts as (select * from {{ ref("int_emogenie__qa_counts") }}),

    overall as (select * from {{ ref("int_emogenie__paper_overall") }}),

    micro as (
        select
            *,
            'micro' as rule,
            cast(correct_count as double) / nullif(cast(expected_count as double), 0e0) as accuracy_unit
        from counts
    ),

    ruled as (
        select *
        from micro
        union all by name
        select micro.* exclude (rule, accuracy_unit), 'paper' as rule, overall.accuracy_unit
        from micro
        inner join overall on overall.system_id = micro.system_id
        where
            micro.split = 'test'
            and micro.perspective = 'all'
            and micro.dimension = 'all'
            and micro.format = 'all'
            and micro.expected_count > 0
    ),

    ranked as (
        select
            *,
            rank() over (
                partition by split, perspective, dimension, format, rule, expected_count
                order by accuracy_unit desc nulls last
            ) as place
        from ruled
    ),

    final as (
        select
            cast(system_id as string) as model,
            cast(split as string) as split,
            cast(perspective as string) as perspective,
            cast(dimension as string) as dimension,
            cast(format as string) as format,
            cast(rule as string) as rule,
            accuracy_unit,
            cast(correct_count as double)
            / nullif(cast(expected_count - missing_count as double), 0e0) as accuracy_answered_unit,
            cast(correct_count as bigint) as correct_count,
            cast(expected_count - missing_count as bigint) as answered_count,
            cast(unparsable_count as bigint) as unparsable_count,
            cast(missing_count as bigint) as missing_count,
            cast(expected_count as bigint) as expected_count,
            cast(case when split = 'test' and accuracy_unit is not null then place end as bigint) as rank,
            case
                when accuracy_unit is not null
                then 'ok'
                when rule = 'paper'
                then 'incomplete'
                else 'no_answers'
            end as status
        from ranked
    )

select *
from final
