-- The exact rows `random` and `oracle` of every pool: the first experiment's, landed ones, and the
-- retrieved sets that systems reranked where none is landed.
with

    contexts as (select * from {{ ref("int_mame_re__context_references") }}),

    pools as (select * from {{ ref("int_mame_re__pool_scores") }}),

    retrieved as (select * from {{ ref("int_mame_re__reranked_scores") }} where is_reranked_size),

    retrieved_pools as (
        select retrieved.*, {{ mame_re_pool_id("'exp2'", "retrieved.k", "retrieved.retriever") }} as pool_id
        from retrieved
    ),

    sets as (
        select
            'exp1||' as pool_id,
            context_id,
            mean_gain,
            best_gain,
            worst_gain,
            best_gain as oracle_gain,
            funny_to_all_count / cast(candidate_count as double) as mean_hit_all,
            funny_to_four_fifths_count / cast(candidate_count as double) as mean_hit_four_fifths,
            case when funny_to_all_count > 0 then 1e0 else 0e0 end as oracle_hit_all,
            case when funny_to_four_fifths_count > 0 then 1e0 else 0e0 end as oracle_hit_four_fifths
        from contexts
        union all
        select
            pool_id,
            context_id,
            mean_gain,
            best_gain,
            worst_gain,
            best_gain as oracle_gain,
            mean_hit_all,
            mean_hit_four_fifths,
            best_hit_all as oracle_hit_all,
            best_hit_four_fifths as oracle_hit_four_fifths
        from pools
        union all
        select
            retrieved_pools.pool_id,
            retrieved_pools.context_id,
            retrieved_pools.mean_gain,
            retrieved_pools.best_gain,
            retrieved_pools.worst_gain,
            retrieved_pools.oracle_gain,
            retrieved_pools.mean_hit_all,
            retrieved_pools.mean_hit_four_fifths,
            retrieved_pools.oracle_hit_all,
            retrieved_pools.oracle_hit_four_fifths
        from retrieved_pools
        left join
            pools on pools.pool_id = retrieved_pools.pool_id and pools.context_id = retrieved_pools.context_id
        where pools.pool_id is null
    ),

    final as (
        select
            pool_id,
            'random' as system_id,
            context_id,
            mean_gain as score_at_1,
            best_gain as score_at_1_best,
            worst_gain as score_at_1_worst,
            mean_hit_all as chr_all,
            mean_hit_four_fifths as chr_four_fifths
        from sets
        union all
        select
            pool_id,
            'oracle' as system_id,
            context_id,
            oracle_gain as score_at_1,
            oracle_gain as score_at_1_best,
            oracle_gain as score_at_1_worst,
            oracle_hit_all as chr_all,
            oracle_hit_four_fifths as chr_four_fifths
        from sets
    )

select *
from final
