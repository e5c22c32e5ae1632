-- Mean and spread over the runs of each view, stratum, system, convention and metric.
with

    scores as (select * from {{ ref("int_mer_bench__scores") }}),

    means as (
        select
            experiment,
            configuration,
            definition,
            coercion,
            grain,
            run_source,
            view,
            axis,
            stratum,
            system_id,
            metric,
            convention_id,
            {{ favg("value_unit") }} as mean_unit,
            count(run) as run_count,
            sum(output_count) as output_count,
            sum(excluded_count) as excluded_count,
            max(case when is_short_sample then 1 else 0 end) = 1 as is_short_sample
        from scores
        group by
            experiment,
            configuration,
            definition,
            coercion,
            grain,
            run_source,
            view,
            axis,
            stratum,
            system_id,
            metric,
            convention_id
    ),

    deviations as (
        select
            scores.experiment,
            scores.configuration,
            scores.convention_id,
            scores.run_source,
            scores.view,
            scores.axis,
            scores.stratum,
            scores.system_id,
            scores.metric,
            {{ sample_sd("scores.value_unit", "means.mean_unit") }} as sd_unit
        from scores
        inner join
            means using (
                experiment, configuration, convention_id, run_source, view, axis, stratum, system_id, metric
            )
        group by
            scores.experiment,
            scores.configuration,
            scores.convention_id,
            scores.run_source,
            scores.view,
            scores.axis,
            scores.stratum,
            scores.system_id,
            scores.metric
    ),

    final as (
        select
            means.experiment,
            means.configuration,
            means.definition,
            means.coercion,
            means.grain,
            means.run_source,
            means.view,
            means.axis,
            means.stratum,
            means.system_id,
            means.metric,
            100e0 * means.mean_unit as mean_pct,
            100e0 * deviations.sd_unit as sd_pct,
            cast(means.run_count as bigint) as run_count,
            cast(means.output_count as bigint) as output_count,
            cast(means.excluded_count as bigint) as excluded_count,
            means.convention_id,
            means.is_short_sample
        from means
        inner join
            deviations using (
                experiment, configuration, convention_id, run_source, view, axis, stratum, system_id, metric
            )
    )

select *
from final
