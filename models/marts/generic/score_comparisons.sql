with

    comparisons as (select * from {{ ref("int_score_comparisons") }}),

    overlapping as (select * from {{ ref("int_overlapping_clusters") }}),

    final as (
        select
            cast(comparisons.benchmark as string) as benchmark,
            cast(comparisons.leaderboard as string) as leaderboard,
            cast(comparisons.panel as string) as panel,
            cast(comparisons.breakdown as string) as breakdown,
            cast(comparisons.breakdown_value as string) as breakdown_value,
            cast(comparisons.system_a as string) as system_a,
            cast(comparisons.setting_a as string) as setting_a,
            cast(comparisons.system_b as string) as system_b,
            cast(comparisons.setting_b as string) as setting_b,
            cast(comparisons.metric as string) as metric,
            cast(comparisons.convention_id as string) as convention_id,
            cast(comparisons.method as string) as method,
            cast(comparisons.difference as double) as difference,
            cast(comparisons.ci_low as double) as ci_low,
            cast(comparisons.ci_high as double) as ci_high,
            cast(comparisons.se as double) as se,
            cast(comparisons.p_value as double) as p_value,
            cast(comparisons.p_sign_flip as double) as p_sign_flip,
            cast(comparisons.p_mcnemar as double) as p_mcnemar,
            cast(comparisons.p_holm as double) as p_holm,
            cast(comparisons.p_bh as double) as p_bh,
            cast(comparisons.family_size as bigint) as family_size,
            cast(comparisons.equivalence_margin as double) as equivalence_margin,
            cast(comparisons.is_margin_registered as boolean) as is_margin_registered,
            cast(comparisons.p_equivalence as double) as p_equivalence,
            cast(comparisons.shared_cluster_count as bigint) as shared_cluster_count,
            cast(comparisons.unmatched_a_count as bigint) as unmatched_a_count,
            cast(comparisons.unmatched_b_count as bigint) as unmatched_b_count,
            cast(comparisons.unit_count_a as bigint) as unit_count_a,
            cast(comparisons.unit_count_b as bigint) as unit_count_b,
            cast(comparisons.value_a as double) as value_a,
            cast(comparisons.value_b as double) as value_b,
            cast(comparisons.effect_size as double) as effect_size,
            cast(comparisons.minimum_detectable_difference as double) as minimum_detectable_difference,
            -- Clusters that share items make an interval too narrow, whatever its method.
            cast(
                case
                    when comparisons.status = 'ok' and overlapping.benchmark is not null
                    then 'anti_conservative'
                    else comparisons.status
                end as string
            ) as status
        from comparisons
        left join
            overlapping
            on overlapping.benchmark = comparisons.benchmark
            and overlapping.leaderboard = comparisons.leaderboard
            and overlapping.panel = comparisons.panel
            and overlapping.breakdown = comparisons.breakdown
            and overlapping.breakdown_value = comparisons.breakdown_value
            and overlapping.convention_id = comparisons.convention_id
    )

select *
from final
