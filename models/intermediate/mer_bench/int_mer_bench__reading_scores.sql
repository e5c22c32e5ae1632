-- One row per reading and definition: unit metrics and the aggregates of this one output.
with

    readings as (select * from {{ ref("int_mer_bench__readings") }}),

    definitions as (select distinct definition from {{ ref("int_mer_bench__conventions") }}),

    parameters as (select * from {{ ref("int_mer_bench__parameters") }}),

    units as (
        select
            source_row_id,
            coercion,
            configuration,
            system_id,
            item_id,
            -- The released code clamps a score that it coerced to 0, below the scale.
            {{ clamp_unit(to_unit("vgq", "1e0", "5e0")) }} as vgq,
            {{ clamp_unit(to_unit("vea", "1e0", "5e0")) }} as vea,
            {{ clamp_unit(to_unit("tgq", "1e0", "5e0")) }} as tgq,
            {{ clamp_unit(to_unit("tea", "1e0", "5e0")) }} as tea,
            lc,
            {{ clamp_unit(to_unit("hgq", "1e0", "5e0")) }} as hgq,
            ppe,
            {{ clamp_unit(to_unit("pes", "1e0", "5e0")) }} as pes
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
