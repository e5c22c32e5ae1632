-- Resampled runs of the factor view: the outputs of a run are split evenly over the systems, what is left
-- over goes to
-- the first systems in the order of md5(seed|run|stratum|system), and each system draws items of its own.
with

    strata as (select * from {{ ref("int_mer_bench__strata") }}),

    runs as (select * from {{ ref("int_mer_bench__run_numbers") }}),

    parameters as (select * from {{ ref("int_mer_bench__parameters") }}),

    systems as (
        select distinct configuration, system_id
        from {{ ref("int_mer_bench__replies") }}
        where is_known_item and is_known_system and is_standing_run
    ),

    sizes as (
        select configuration, axis, stratum, count(*) as stratum_size
        from strata
        group by configuration, axis, stratum
    ),

    shares as (
        select
            sizes.configuration,
            sizes.axis,
            sizes.stratum,
            sizes.stratum_size,
            runs.run,
            systems.system_id,
            case
                when sizes.axis = 'all' then parameters.pooled_sample_size else parameters.stratum_sample_size
            end as asked_count,
            count(*) over (
                partition by sizes.configuration, sizes.axis, sizes.stratum, runs.run
            ) as system_count,
            row_number() over (
                partition by sizes.configuration, sizes.axis, sizes.stratum, runs.run
                order by
                    md5(
                        concat_ws(
                            '|',
                            cast(parameters.seed as string),
                            cast(runs.run as string),
                            sizes.stratum,
                            systems.system_id
                        )
                    ),
                    systems.system_id
            ) as system_rank
        from sizes
        inner join systems on systems.configuration = sizes.configuration
        cross join runs
        cross join parameters
    ),

    quotas as (
        select
            *,
            cast(floor(asked_count / system_count) as bigint)
            + case when system_rank <= asked_count % system_count then 1 else 0 end as quota
        from shares
    ),

    ranked as (
        select
            quotas.configuration,
            quotas.axis,
            quotas.stratum,
            quotas.stratum_size,
            quotas.run,
            quotas.system_id,
            quotas.quota,
            strata.item_id,
            row_number() over (
                partition by quotas.configuration, quotas.axis, quotas.stratum, quotas.run, quotas.system_id
                order by
                    md5(
                        concat_ws(
                            '|',
                            cast(parameters.seed as string),
                            cast(quotas.run as string),
                            quotas.system_id,
                            strata.item_id
                        )
                    ),
                    strata.item_id
            ) as draw_rank
        from quotas
        inner join
            strata
            on strata.configuration = quotas.configuration
            and strata.axis = quotas.axis
            and strata.stratum = quotas.stratum
        cross join parameters
    ),

    final as (
        select
            configuration,
            'factor_view' as view,
            axis,
            stratum,
            run,
            system_id,
            item_id,
            stratum_size < quota as is_short_sample
        from ranked
        where draw_rank <= quota
    )

select *
from final
