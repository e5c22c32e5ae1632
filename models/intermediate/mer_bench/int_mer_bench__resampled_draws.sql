-- One row per output that a resampled run drew and coercion, with the reply that scores it, if any.
with

    samples as (
        select *
        from {{ ref("int_mer_bench__model_view_samples") }}
        union all
        select *
        from {{ ref("int_mer_bench__factor_view_samples") }}
    ),

    output_readings as (select * from {{ ref("int_mer_bench__output_readings") }}),

    coercions as (select distinct coercion from {{ ref("mer_bench_conventions") }}),

    final as (
        select
            'all' as experiment,
            samples.configuration,
            coercions.coercion,
            'resampled' as run_source,
            samples.view,
            samples.axis,
            samples.stratum,
            samples.system_id,
            samples.run,
            samples.item_id,
            output_readings.source_row_id,
            samples.is_short_sample
        from samples
        cross join coercions
        left join
            output_readings
            on output_readings.configuration = samples.configuration
            and output_readings.coercion = coercions.coercion
            and output_readings.system_id = samples.system_id
            and output_readings.item_id = samples.item_id
    )

select *
from final
