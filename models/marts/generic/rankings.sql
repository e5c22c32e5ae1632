with

    ranked as (select * from {{ ref("int_rankings") }}),

    intervals as (select * from {{ ref("score_intervals") }} where method = 'cluster_t'),

    final as (
        select
            cast(ranked.benchmark as string) as benchmark,
            cast(ranked.leaderboard as string) as leaderboard,
            cast(ranked.panel as string) as panel,
            cast(ranked.breakdown as string) as breakdown,
            cast(ranked.breakdown_value as string) as breakdown_value,
            cast(ranked.metric as string) as metric,
            cast(ranked.convention_id as string) as convention_id,
            cast(ranked.system_id as string) as system_id,
            cast(ranked.setting as string) as setting,
            cast(ranked.value as double) as value,
            intervals.ci_low,
            intervals.ci_high,
            cast(ranked.rank as bigint) as rank,
            cast(ranked.rank_low as bigint) as rank_low,
            cast(ranked.rank_high as bigint) as rank_high,
            cast(ranked.is_in_best_group as boolean) as is_in_best_group,
            cast(ranked.best_probability as double) as best_probability,
            cast(ranked.system_count as bigint) as system_count,
            cast(ranked.unit_count as bigint) as unit_count,
            cast(ranked.cluster_count as bigint) as cluster_count,
            cast(ranked.status as string) as status
        from ranked
        left join
            intervals
            on intervals.benchmark = ranked.benchmark
            and intervals.leaderboard = ranked.leaderboard
            and intervals.panel = ranked.panel
            and intervals.breakdown = ranked.breakdown
            and intervals.breakdown_value = ranked.breakdown_value
            and intervals.metric = ranked.metric
            and intervals.convention_id = ranked.convention_id
            and intervals.system_id = ranked.system_id
            and intervals.setting = ranked.setting
    )

select *
from final
