-- Grain and definition decide how aggregates are formed; a fine metric is one mean under all of them.
with

    scores as (select * from {{ ref("mer_bench_scores") }}),

    metrics as (select metric from {{ ref("mer_bench_metric_catalogue") }} where kind = 'fine'),

    final as (
        select
            experiment,
            configuration,
            coercion,
            run_source,
            view,
            axis,
            stratum,
            system_id,
            run,
            metric,
            count(*) as row_count,
            min(value_unit) as least_value,
            max(value_unit) as largest_value
        from scores
        inner join metrics using (metric)
        group by experiment, configuration, coercion, run_source, view, axis, stratum, system_id, run, metric
        having
            count(*) <> 4
            or count(value_unit) not in (0, 4)
            or min(value_unit) is distinct from max(value_unit)
    )

select *
from final
