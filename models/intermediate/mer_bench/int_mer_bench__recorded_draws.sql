-- One row per output that a recorded run drew and coercion, with the reply that scores it, if any.
with

    replies as (
        select *
        from {{ ref("int_mer_bench__replies") }}
        where is_known_item and is_known_system and is_standing_run
    ),

    experiments as (select * from {{ ref("int_mer_bench__experiments") }}),

    readings as (select * from {{ ref("int_mer_bench__readings") }}),

    coercions as (select distinct coercion from {{ ref("mer_bench_conventions") }}),

    final as (
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
            readings.source_row_id,
            -- The released code draws with replacement where a stratum is smaller than the sample.
            count(*) over (
                partition by
                    replies.experiment,
                    replies.configuration,
                    replies.mode,
                    replies.system_id,
                    replies.run,
                    replies.item_id,
                    coercions.coercion
            )
            > 1 as is_short_sample
        from replies
        inner join experiments on experiments.experiment = replies.experiment
        cross join coercions
        left join
            readings
            on readings.source_row_id = replies.source_row_id
            and readings.coercion = coercions.coercion
    )

select *
from final
