with

    of_means as (select * from {{ ref("int_score_intervals") }}),

    of_composites as (select * from {{ ref("int_composite_intervals") }}),

    overlapping as (select * from {{ ref("int_overlapping_clusters") }}),

    intervals as (
        select *
        from of_means
        union all by name
        select *
        from of_composites
    ),

    final as (
        select
            cast(intervals.benchmark as string) as benchmark,
            cast(intervals.leaderboard as string) as leaderboard,
            cast(intervals.panel as string) as panel,
            cast(intervals.breakdown as string) as breakdown,
            cast(intervals.breakdown_value as string) as breakdown_value,
            cast(intervals.system_id as string) as system_id,
            cast(intervals.setting as string) as setting,
            cast(intervals.metric as string) as metric,
            cast(intervals.convention_id as string) as convention_id,
            cast(intervals.method as string) as method,
            cast(intervals.value as double) as value,
            cast(intervals.ci_low as double) as ci_low,
            cast(intervals.ci_high as double) as ci_high,
            cast(intervals.se as double) as se,
            cast(intervals.unit_count as bigint) as unit_count,
            cast(intervals.cluster_count as bigint) as cluster_count,
            -- Clusters that share items make an interval too narrow, whatever its method.
            cast(
                case
                    when intervals.status = 'ok' and overlapping.benchmark is not null
                    then 'anti_conservative'
                    else intervals.status
                end as string
            ) as status
        from intervals
        left join
            overlapping
            on overlapping.benchmark = intervals.benchmark
            and overlapping.leaderboard = intervals.leaderboard
            and overlapping.panel = intervals.panel
            and overlapping.breakdown = intervals.breakdown
            and overlapping.breakdown_value = intervals.breakdown_value
            and overlapping.convention_id = intervals.convention_id
    )

select *
from final
