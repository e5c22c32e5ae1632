-- Every output of the frame once, per coercion, with the reply that scores it, if any.
with

    replies as (
        select *
        from {{ ref("int_mer_bench__replies") }}
        where is_known_item and is_known_system and is_standing_run
    ),

    frame as (select * from {{ ref("int_mer_bench__frame") }}),

    output_readings as (select * from {{ ref("int_mer_bench__output_readings") }}),

    coercions as (select distinct coercion from {{ ref("mer_bench_conventions") }}),

    systems as (select distinct configuration, system_id from replies),

    final as (
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
            output_readings.source_row_id,
            false as is_short_sample
        from frame
        inner join systems on systems.configuration = frame.configuration
        cross join coercions
        left join
            output_readings
            on output_readings.configuration = frame.configuration
            and output_readings.coercion = coercions.coercion
            and output_readings.system_id = systems.system_id
            and output_readings.item_id = frame.item_id
    )

select *
from final
