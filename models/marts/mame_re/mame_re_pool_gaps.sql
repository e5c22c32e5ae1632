with

    designs as (select * from {{ ref("mame_re_pool_designs") }}),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    feasibility as (select * from {{ ref("int_mame_re__pool_feasibility") }}),

    similarities as (
        select count(*) as similarity_count from {{ ref("int_mame_re__standard_similarities") }}
    ),

    pools as (select distinct experiment, k, condition, context_id from {{ ref("mame_re_pools") }}),

    tried as (
        select
            experiment,
            k,
            condition,
            context_id,
            count(case when has_unfunny then 1 end) as unfunny_ready_count,
            count(case when has_somewhat then 1 end) as somewhat_ready_count
        from feasibility
        group by experiment, k, condition, context_id
    ),

    final as (
        select
            cast(designs.experiment as string) as experiment,
            cast(designs.k as bigint) as k,
            cast(designs.condition as string) as condition,
            cast(contexts.context_id as string) as context_id,
            cast(
                case
                    when tried.context_id is null
                    then 'no_funny'
                    when designs.threshold is not null and similarities.similarity_count = 0
                    then 'no_similarity'
                    when tried.unfunny_ready_count = 0
                    then 'too_few_unfunny'
                    when tried.somewhat_ready_count = 0
                    then 'too_few_somewhat'
                    else 'too_few_of_both_beside_one_funny'
                end as string
            ) as reason
        from designs
        cross join contexts
        cross join similarities
        left join
            pools
            on pools.experiment = designs.experiment
            and pools.k = designs.k
            and pools.condition is not distinct from designs.condition
            and pools.context_id = contexts.context_id
        left join
            tried
            on tried.experiment = designs.experiment
            and tried.k = designs.k
            and tried.condition is not distinct from designs.condition
            and tried.context_id = contexts.context_id
        where pools.context_id is null
    )

select *
from final
