-- One row per output that a run drew and coercion, with the reply that scores it, if any.
with

    replies as (select * from {{ ref("int_mer_bench__replies") }} where is_known_item and is_standing_run),

    experiments as (select * from {{ ref("int_mer_bench__experiments") }}),

    samples as (select * from {{ ref("int_mer_bench__samples") }}),

    frame as (select * from {{ ref("int_mer_bench__frame") }}),

    readings as (select * from {{ ref("int_mer_bench__readings") }}),

    output_readings as (select * from {{ ref("int_mer_bench__output_readings") }}),

    coercions as (select distinct coercion from {{ ref("mer_bench_conventions") }}),

    systems as (select distinct configuration, system_id from replies),

    recorded as (
        select
            replies.experiment,
            replies.configuration,
            coercions.coercion,
            'recorded' as run_source,
            replies.mode as view,
            experiments.axis,
            experiments.stratum,
            replies.system_id,
            replies.run,
            replies.item_id,
            readings.source_row_id
        from replies
        inner join experiments on experiments.experiment = replies.experiment
        cross join coercions
        left join
            readings
            on readings.source_row_id = replies.source_row_id
            and readings.coercion = coercions.coercion
    ),

    resampled as (
        select
            'all' as experiment,
            samples.configuration,
            coercions.coercion,
            'resampled' as run_source,
            'model_view' as view,
            'all' as axis,
            'all' as stratum,
            systems.system_id,
            samples.run,
            samples.item_id,
            output_readings.source_row_id
        from samples
        inner join systems on systems.configuration = samples.configuration
        cross join coercions
        left join
            output_readings
            on output_readings.configuration = samples.configuration
            and output_readings.coercion = coercions.coercion
            and output_readings.system_id = systems.system_id
            and output_readings.item_id = samples.item_id
    ),

    population as (
        select
            'all' as experiment,
            frame.configuration,
            coercions.coercion,
            'population' as run_source,
            'all' as view,
            'all' as axis,
            'all' as stratum,
            systems.system_id,
            cast(null as bigint) as run,
            frame.item_id,
            output_readings.source_row_id
        from frame
        inner join systems on systems.configuration = frame.configuration
        cross join coercions
        left join
            output_readings
            on output_readings.configuration = frame.configuration
            and output_readings.coercion = coercions.coercion
            and output_readings.system_id = systems.system_id
            and output_readings.item_id = frame.item_id
    ),

    final as (
        select *
        from recorded
        union all
        select *
        from resampled
        union all
        select *
        from population
    )

select *
from final
