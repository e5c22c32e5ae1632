with

    scores as (select * from {{ ref("int_mer_bench__scores") }}),

    final as (
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
            run,
            metric,
            value_unit,
            output_count,
            excluded_count,
            convention_id,
            is_short_sample
        from scores
    )

select *
from final
