-- In the model view a resampled run shows every system the same memes, each once.
with

    draws as (
        select * from {{ ref("int_mer_bench__draws") }} where run_source = 'resampled' and view = 'model_view'
    ),

    systems as (
        select configuration, axis, stratum, run, coercion, count(distinct system_id) as system_count
        from draws
        group by configuration, axis, stratum, run, coercion
    ),

    items as (
        select
            configuration,
            axis,
            stratum,
            run,
            coercion,
            item_id,
            count(*) as draw_count,
            count(distinct system_id) as system_count
        from draws
        group by configuration, axis, stratum, run, coercion, item_id
    ),

    final as (
        select items.*
        from items
        inner join systems using (configuration, axis, stratum, run, coercion)
        where items.draw_count <> systems.system_count or items.system_count <> systems.system_count
    )

select *
from final
