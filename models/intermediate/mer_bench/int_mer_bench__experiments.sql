-- What a recorded experiment was drawn from, as its folder's name says: the filters `vt=`, `sp=` and `lt=`,
-- or a
-- category at its start or end. An experiment that names nothing, or several categories, counts as drawn from
-- everything.
with

    recorded_runs as (select * from {{ ref("int_mer_bench__recorded_runs") }}),

    taxonomy as (select * from {{ ref("mer_bench_categories") }}),

    experiments as (select distinct experiment from recorded_runs),

    named as (
        select experiments.experiment, taxonomy.axis, taxonomy.category
        from experiments
        inner join
            taxonomy
            on instr(concat(experiment, '__'), concat('t=', category, '__')) > 0
            or instr(concat(experiment, '__'), concat('p=', category, '__')) > 0
            or right(experiment, length(category)) = category
            or left(experiment, length(category)) = category
    ),

    single as (
        select experiment, min(axis) as axis, min(category) as category
        from named
        group by experiment
        having count(*) = 1
    ),

    final as (
        select
            experiments.experiment,
            coalesce(single.axis, 'all') as axis,
            coalesce(single.category, 'all') as stratum
        from experiments
        left join single on single.experiment = experiments.experiment
    )

select *
from final
