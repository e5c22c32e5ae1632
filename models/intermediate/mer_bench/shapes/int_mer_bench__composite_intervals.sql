-- Intervals of the aggregates of mean metrics: quantiles of the formula over joint replicates.
with

    scores as (select * from {{ ref("int_mer_bench__replicate_scores") }}),

    estimates as (select * from scores where replicate = 0),

    drawn as (
        select
            *, {{ favg("score") }} over (partition by system_id, setting, convention_id, metric) as mean_score
        from scores
        where replicate > 0
    ),

    spreads as (
        select
            system_id,
            setting,
            convention_id,
            metric,
            count(*) as replicate_count,
            count(score) as defined_count,
            percentile_cont(25e-3) within group (order by score) as ci_low,
            percentile_cont(975e-3) within group (order by score) as ci_high,
            min(score) as lowest,
            max(score) as highest,
            {{ sample_sd("score", "mean_score") }} as se
        from drawn
        group by system_id, setting, convention_id, metric
    ),

    judged as (
        select
            estimates.*,
            spreads.ci_low,
            spreads.ci_high,
            spreads.se,
            case
                when estimates.unit_count = 0
                then 'no_units'
                when estimates.cluster_count = 1
                then 'one_cluster'
                when spreads.replicate_count - spreads.defined_count > 5e-2 * spreads.replicate_count
                then 'undefined_replicates'
                when spreads.lowest = spreads.highest
                then 'constant'
                else 'ok'
            end as status
        from estimates
        inner join
            spreads
            on spreads.system_id = estimates.system_id
            and spreads.setting = estimates.setting
            and spreads.convention_id = estimates.convention_id
            and spreads.metric = estimates.metric
    ),

    final as (
        select
            benchmark,
            leaderboard,
            panel,
            breakdown,
            breakdown_value,
            system_id,
            setting,
            metric,
            convention_id,
            'cluster_bootstrap_percentile' as method,
            score as value,
            case when status in ('ok', 'constant') then ci_low end as ci_low,
            case when status in ('ok', 'constant') then ci_high end as ci_high,
            case when status in ('ok', 'constant') then se end as se,
            unit_count,
            cluster_count,
            status
        from judged
    )

select *
from final
