-- One row per run of a system, convention and metric.
with

    run_scores as (select * from {{ ref("int_mer_bench__run_scores") }}),

    metrics as (select metric from {{ ref("mer_bench_metric_catalogue") }}),

    conventions as (select * from {{ ref("mer_bench_conventions") }}),

    named as (
        select
            run_scores.experiment,
            run_scores.configuration,
            run_scores.definition,
            run_scores.coercion,
            conventions.grain,
            run_scores.run_source,
            run_scores.view,
            run_scores.axis,
            run_scores.stratum,
            run_scores.system_id,
            run_scores.run,
            run_scores.is_short_sample,
            run_scores.drawn_count,
            run_scores.output_count,
            conventions.convention_id,
            vgq,
            vea,
            tgq,
            tea,
            lc,
            hgq,
            ppe,
            pes,
            case when conventions.grain = 'output' then output_tas else tas end as tas,
            case when conventions.grain = 'output' then output_cfs else cfs end as cfs,
            case when conventions.grain = 'output' then output_sss else sss end as sss,
            case when conventions.grain = 'output' then output_rfs else rfs end as rfs
        from run_scores
        inner join
            conventions
            on conventions.definition = run_scores.definition
            and conventions.coercion = run_scores.coercion
    ),

    final as (
        select
            cast(experiment as string) as experiment,
            cast(configuration as string) as configuration,
            cast(definition as string) as definition,
            cast(coercion as string) as coercion,
            cast(grain as string) as grain,
            cast(run_source as string) as run_source,
            cast(view as string) as view,
            cast(axis as string) as axis,
            cast(stratum as string) as stratum,
            cast(system_id as string) as system_id,
            cast(run as bigint) as run,
            cast(metric as string) as metric,
            {{
                mer_bench_metric_value(
                    ["vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes", "tas", "cfs", "sss", "rfs"]
                )
            }} as value_unit,
            cast(output_count as bigint) as output_count,
            cast(drawn_count - output_count as bigint) as excluded_count,
            cast(convention_id as string) as convention_id,
            is_short_sample
        from named
        cross join metrics
    )

select *
from final
