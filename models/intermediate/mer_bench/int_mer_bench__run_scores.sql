-- One row per run of a system, definition and grain, one column per metric.
with

    means as (select * from {{ ref("int_mer_bench__run_means") }}),

    draws as (select * from {{ ref("int_mer_bench__draws") }}),

    reading_scores as (select * from {{ ref("int_mer_bench__reading_scores") }}),

    definitions as (select distinct definition from {{ ref("int_mer_bench__conventions") }}),

    parameters as (select * from {{ ref("int_mer_bench__parameters") }}),

    components as (
        select
            means.*,
            definitions.definition,
            parameters.epsilon,
            {{ mer_bench_tas() }} as tas,
            {{ mer_bench_cfs() }} as cfs,
            {{ mer_bench_sss() }} as sss
        from means
        cross join definitions
        cross join parameters
    ),

    of_means as (select *, {{ mer_bench_rfs() }} as rfs from components),

    of_outputs as (
        select
            draws.experiment,
            draws.configuration,
            draws.coercion,
            draws.run_source,
            draws.view,
            draws.axis,
            draws.stratum,
            case when draws.view = 'factor_view' then 'all' else draws.system_id end as system_id,
            draws.run,
            reading_scores.definition,
            {{ favg("tas") }} as tas,
            {{ favg("cfs") }} as cfs,
            {{ favg("sss") }} as sss,
            {{ favg("rfs") }} as rfs
        from draws
        inner join
            reading_scores
            on reading_scores.source_row_id = draws.source_row_id
            and reading_scores.coercion = draws.coercion
        group by
            draws.experiment,
            draws.configuration,
            draws.coercion,
            draws.run_source,
            draws.view,
            draws.axis,
            draws.stratum,
            case when draws.view = 'factor_view' then 'all' else draws.system_id end,
            draws.run,
            reading_scores.definition
    ),

    final as (
        select
            of_means.*,
            of_outputs.tas as output_tas,
            of_outputs.cfs as output_cfs,
            of_outputs.sss as output_sss,
            of_outputs.rfs as output_rfs
        from of_means
        left join
            of_outputs
            on of_outputs.experiment = of_means.experiment
            and of_outputs.configuration = of_means.configuration
            and of_outputs.coercion = of_means.coercion
            and of_outputs.run_source = of_means.run_source
            and of_outputs.view = of_means.view
            and of_outputs.axis = of_means.axis
            and of_outputs.stratum = of_means.stratum
            and of_outputs.system_id = of_means.system_id
            and of_outputs.run is not distinct from of_means.run
            and of_outputs.definition = of_means.definition
    )

select *
from final
