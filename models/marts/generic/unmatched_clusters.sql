with

    scores as (
        select *
        from {{ ref("int_cluster_score_versions") }}
        where exclusion_reason is null and score_count > 0
    ),

    pairs as (select * from {{ ref("score_comparisons") }} where method = 'cluster_t'),

    -- Each pair both ways round: the system that has a cluster, and the one that may lack it.
    sides as (
        select
            *,
            system_a as owner_id,
            setting_a as owner_setting,
            system_b as lacking_id,
            setting_b as lacking_setting
        from pairs
        where unmatched_a_count > 0
        union all
        select
            *,
            system_b as owner_id,
            setting_b as owner_setting,
            system_a as lacking_id,
            setting_a as lacking_setting
        from pairs
        where unmatched_b_count > 0
    ),

    owned as (
        select sides.*, scores.cluster_id, scores.score_count
        from sides
        inner join
            scores
            on scores.benchmark = sides.benchmark
            and scores.leaderboard = sides.leaderboard
            and scores.panel = sides.panel
            and scores.breakdown = sides.breakdown
            and scores.breakdown_value = sides.breakdown_value
            and scores.metric = sides.metric
            and scores.convention_id = sides.convention_id
            and scores.system_id = sides.owner_id
            and scores.setting = sides.owner_setting
    ),

    final as (
        select
            cast(owned.benchmark as string) as benchmark,
            cast(owned.leaderboard as string) as leaderboard,
            cast(owned.panel as string) as panel,
            cast(owned.breakdown as string) as breakdown,
            cast(owned.breakdown_value as string) as breakdown_value,
            cast(owned.metric as string) as metric,
            cast(owned.convention_id as string) as convention_id,
            cast(owned.system_a as string) as system_a,
            cast(owned.setting_a as string) as setting_a,
            cast(owned.system_b as string) as system_b,
            cast(owned.setting_b as string) as setting_b,
            cast(owned.cluster_id as string) as cluster_id,
            cast(owned.owner_id as string) as system_id,
            cast(owned.owner_setting as string) as setting,
            cast(owned.score_count as bigint) as unit_count
        from owned
        left join
            scores
            on scores.benchmark = owned.benchmark
            and scores.leaderboard = owned.leaderboard
            and scores.panel = owned.panel
            and scores.breakdown = owned.breakdown
            and scores.breakdown_value = owned.breakdown_value
            and scores.metric = owned.metric
            and scores.convention_id = owned.convention_id
            and scores.system_id = owned.lacking_id
            and scores.setting = owned.lacking_setting
            and scores.cluster_id = owned.cluster_id
        where scores.cluster_id is null
    )

select *
from final
