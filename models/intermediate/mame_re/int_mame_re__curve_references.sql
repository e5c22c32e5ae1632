-- Choosing blindly and best in each retrieved set: in the landed one where there is one.
with

    retrieved as (select * from {{ ref("int_mame_re__retrieved_scores") }}),

    pools as (
        select condition as retriever, k, context_id, mean_gain, best_gain
        from {{ ref("int_mame_re__pool_scores") }}
        where experiment = 'exp2' and condition is not null
    ),

    sets as (
        select retriever, k, context_id, mean_gain, best_gain as oracle_gain
        from pools
        union all
        select
            retrieved.retriever, retrieved.k, retrieved.context_id, retrieved.mean_gain, retrieved.oracle_gain
        from retrieved
        left join
            pools
            on pools.retriever = retrieved.retriever
            and pools.k = retrieved.k
            and pools.context_id = retrieved.context_id
        where pools.retriever is null
    ),

    final as (
        select retriever, k, context_id, 'random' as system_id, mean_gain as score_at_1
        from sets
        union all
        select retriever, k, context_id, 'oracle' as system_id, oracle_gain as score_at_1
        from sets
    )

select *
from final
