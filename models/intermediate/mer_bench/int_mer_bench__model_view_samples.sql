-- Resampled runs of the model view: in each stratum the first items in the order of md5(seed|run|item), the
-- same for
-- every system; all of them where the stratum has fewer.
with

    strata as (select * from {{ ref("int_mer_bench__strata") }}),

    runs as (select * from {{ ref("int_mer_bench__run_numbers") }}),

    parameters as (select * from {{ ref("int_mer_bench__parameters") }}),

    systems as (
        select distinct configuration, system_id
        from {{ ref("int_mer_bench__replies") }}
        where is_known_item and is_known_system and is_standing_run
    ),

    ranked as (
        select
            strata.configuration,
            strata.axis,
            strata.stratum,
            runs.run,
            strata.item_id,
            case
                when strata.axis = 'all' then parameters.sample_size else parameters.stratum_sample_size
            end as asked_count,
            row_number() over (
                partition by strata.configuration, strata.axis, strata.stratum, runs.run
                order by
                    md5(
                        concat_ws(
                            '|', cast(parameters.seed as string), cast(runs.run as string), strata.item_id
                        )
                    ),
                    strata.item_id
            ) as draw_rank,
            count(*) over (
                partition by strata.configuration, strata.axis, strata.stratum, runs.run
            ) as stratum_size
        from strata
        cross join runs
        cross join parameters
    ),

    final as (
        select
            ranked.configuration,
            'model_view' as view,
            ranked.axis,
            ranked.stratum,
            ranked.run,
            systems.system_id,
            ranked.item_id,
            ranked.stratum_size < ranked.asked_count as is_short_sample
        from ranked
        inner join systems on systems.configuration = ranked.configuration
        where ranked.draw_rank <= ranked.asked_count
    )

select *
from final
