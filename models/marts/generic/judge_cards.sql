with

    judge_statistics as (select * from {{ ref("int_judge_statistics") }}),

    ceilings as (select * from {{ ref("int_expert_ceilings") }}),

    unrecorded as (select * from {{ ref("int_unrecorded_replies") }}),

    cards as (
        select
            benchmark,
            judge_id,
            configuration,
            metric,
            statistic,
            measure,
            reference,
            value,
            ci_low,
            ci_high,
            p_value,
            n,
            cluster_count,
            method,
            status
        from judge_statistics
        union all
        select
            benchmark,
            judge_id,
            configuration,
            metric,
            statistic,
            statistic as measure,
            'experts' as reference,
            value,
            ci_low,
            ci_high,
            cast(null as double) as p_value,
            n,
            n as cluster_count,
            method,
            status
        from ceilings
        union all
        select
            benchmark,
            judge_id,
            configuration,
            metric,
            statistic,
            statistic as measure,
            'none' as reference,
            cast(null as double) as value,
            cast(null as double) as ci_low,
            cast(null as double) as ci_high,
            cast(null as double) as p_value,
            cast(0 as bigint) as n,
            cast(0 as bigint) as cluster_count,
            'none' as method,
            'not_recorded' as status
        from unrecorded
    ),

    final as (
        select
            cast(benchmark as string) as benchmark,
            cast(judge_id as string) as judge_id,
            cast(configuration as string) as configuration,
            cast(metric as string) as metric,
            cast(statistic as string) as statistic,
            cast(measure as string) as measure,
            cast(reference as string) as reference,
            value,
            ci_low,
            ci_high,
            p_value,
            cast(n as bigint) as n,
            cast(cluster_count as bigint) as cluster_count,
            cast(method as string) as method,
            cast(status as string) as status
        from cards
    )

select *
from final
