-- Judge and experts side by side: the eight metrics as they were rated, and those of the paper's aggregates
-- whose own metrics were all answered.
with

    judged as (select * from {{ ref("int_mer_bench__judge_answers") }}),

    rated as (select * from {{ ref("int_mer_bench__expert_readings") }}),

    parameters as (select * from {{ ref("int_mer_bench__parameters") }}),

    ratings as (
        select
            'model' as rater_kind,
            'judge' as rater_id,
            configuration,
            repeat_number,
            source_row_id,
            system_id,
            item_id,
            vgq,
            vea,
            tgq,
            tea,
            lc,
            hgq,
            ppe,
            pes
        from judged
        union all
        select
            'human' as rater_kind,
            expert_id as rater_id,
            'all' as configuration,
            1 as repeat_number,
            source_row_id,
            system_id,
            item_id,
            vgq,
            vea,
            tgq,
            tea,
            lc,
            hgq,
            ppe,
            pes
        from rated
    ),

    units as (
        select rater_kind, source_row_id, 'paper' as definition, {{ mer_bench_unit_metrics() }} from ratings
    ),

    components as (
        select
            units.rater_kind,
            units.source_row_id,
            units.definition,
            parameters.epsilon,
            {{ mer_bench_tas() }} as tas,
            {{ mer_bench_cfs() }} as cfs,
            {{ mer_bench_sss() }} as sss
        from units
        cross join parameters
    ),

    final as (
        select ratings.*, components.tas, components.cfs, components.sss, {{ mer_bench_rfs() }} as rfs
        from ratings
        left join
            components
            on components.rater_kind = ratings.rater_kind
            and components.source_row_id = ratings.source_row_id
    )

select *
from final
