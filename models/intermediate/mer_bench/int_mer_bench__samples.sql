-- Resampled runs: per run the first items of the frame in the order of md5(seed|run|item), the same for
-- every system.
with

    frame as (select * from {{ ref("int_mer_bench__frame") }}),

    parameters as (select * from {{ ref("int_mer_bench__parameters") }}),

    runs as (
        select cast(numbers.range as bigint) as run
        from range(1000) as numbers
        cross join parameters
        where numbers.range < parameters.run_count
    ),

    ranked as (
        select
            frame.configuration,
            runs.run,
            frame.item_id,
            row_number() over (
                partition by frame.configuration, runs.run
                order by
                    md5(
                        concat_ws(
                            '|', cast(parameters.seed as string), cast(runs.run as string), frame.item_id
                        )
                    ),
                    frame.item_id
            ) as draw_rank
        from frame
        cross join runs
        cross join parameters
    ),

    final as (
        select ranked.configuration, ranked.run, ranked.item_id
        from ranked
        cross join parameters
        where draw_rank <= parameters.sample_size
    )

select *
from final
