with

    scores as (
        select * from {{ ref("mer_bench_scores") }} where view in ('model_view', 'all') and axis = 'all'
    ),

    published as (
        select model as system_id, min(row_order) as row_order
        from {{ ref("mer_bench_published_table_2") }}
        group by model
    ),

    means as (
        select
            experiment,
            configuration,
            definition,
            coercion,
            grain,
            run_source,
            system_id,
            metric,
            convention_id,
            {{ favg("value_unit") }} as mean_unit,
            count(run) as run_count,
            sum(output_count) as output_count,
            sum(excluded_count) as excluded_count
        from scores
        group by
            experiment,
            configuration,
            definition,
            coercion,
            grain,
            run_source,
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
            scores.system_id,
            scores.metric,
            {{ sample_sd("scores.value_unit", "means.mean_unit") }} as sd_unit
        from scores
        inner join
            means
            on means.experiment = scores.experiment
            and means.configuration = scores.configuration
            and means.convention_id = scores.convention_id
            and means.run_source = scores.run_source
            and means.system_id = scores.system_id
            and means.metric = scores.metric
        group by
            scores.experiment,
            scores.configuration,
            scores.convention_id,
            scores.run_source,
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
            means.system_id,
            means.metric,
            100e0 * means.mean_unit as mean_pct,
            100e0 * deviations.sd_unit as sd_pct,
            cast(means.run_count as bigint) as run_count,
            cast(means.output_count as bigint) as output_count,
            cast(means.excluded_count as bigint) as excluded_count,
            means.convention_id,
            cast(published.row_order as bigint) as row_order
        from means
        inner join
            deviations
            on deviations.experiment = means.experiment
            and deviations.configuration = means.configuration
            and deviations.convention_id = means.convention_id
            and deviations.run_source = means.run_source
            and deviations.system_id = means.system_id
            and deviations.metric = means.metric
        left join published on published.system_id = means.system_id
    )

select *
from final
