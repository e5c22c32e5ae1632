-- One row per reading and definition: unit metrics and the aggregates of this one output.
with

    readings as (select * from {{ ref("int_mer_bench__readings") }}),

    definitions as (select distinct definition from {{ ref("int_mer_bench__conventions") }}),

    parameters as (select * from {{ ref("int_mer_bench__parameters") }}),

    units as (
        select source_row_id, coercion, configuration, system_id, item_id, {{ mer_bench_unit_metrics() }}
        from readings
    ),

    components as (
        select
            units.*,
            definitions.definition,
            parameters.epsilon,
            {{ mer_bench_tas() }} as tas,
            {{ mer_bench_cfs() }} as cfs,
            {{ mer_bench_sss() }} as sss
        from units
        cross join definitions
        cross join parameters
    ),

    final as (select *, {{ mer_bench_rfs() }} as rfs from components)

select *
from final
