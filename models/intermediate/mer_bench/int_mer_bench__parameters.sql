with

    parameters as (select * from {{ ref("mer_bench_formula_parameters") }}),

    final as (
        select
            max(value) filter (where parameter = 'alpha') as alpha,
            max(value) filter (where parameter = 'epsilon') as epsilon,
            max(value) filter (where parameter = 'factor_floor') as factor_floor,
            cast(max(value) filter (where parameter = 'run_count') as bigint) as run_count,
            cast(max(value) filter (where parameter = 'sample_size') as bigint) as sample_size,
            cast(
                max(value) filter (where parameter = 'stratum_sample_size') as bigint
            ) as stratum_sample_size,
            cast(max(value) filter (where parameter = 'pooled_sample_size') as bigint) as pooled_sample_size,
            cast(max(value) filter (where parameter = 'seed') as bigint) as seed
        from parameters
    )

select *
from final
