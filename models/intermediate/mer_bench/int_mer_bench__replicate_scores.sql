-- The aggregates of each replicate's mean metrics, by the one formula, where all metrics are defined.
with

    means as (select * from {{ ref("int_mer_bench__replicate_means") }}),

    conventions as (
        select * from {{ ref("int_mer_bench__conventions") }} where coercion = 'strict' and grain = 'run'
    ),

    parameters as (select * from {{ ref("int_mer_bench__parameters") }}),

    metrics as (select metric from {{ ref("mer_bench_metric_catalogue") }} where kind <> 'fine'),

    components as (
        select
            means.* exclude (convention_id),
            conventions.convention_id,
            conventions.definition,
            parameters.epsilon,
            {{ mer_bench_tas() }} as tas,
            {{ mer_bench_cfs() }} as cfs,
            {{ mer_bench_sss() }} as sss,
            vgq + vea + tgq + tea + lc + hgq + ppe + pes is not null as is_defined
        from means
        cross join conventions
        cross join parameters
    ),

    scored as (select *, {{ mer_bench_rfs() }} as rfs from components),

    final as (
        select
            scored.benchmark,
            scored.leaderboard,
            scored.panel,
            scored.breakdown,
            scored.breakdown_value,
            scored.system_id,
            scored.setting,
            scored.convention_id,
            metrics.metric,
            scored.replicate,
            scored.unit_count,
            scored.cluster_count,
            case
                when scored.is_defined then {{ mer_bench_metric_value(["tas", "cfs", "sss", "rfs"]) }}
            end as score
        from scored
        cross join metrics
    )

select *
from final
