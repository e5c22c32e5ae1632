-- The exact rows `random` and `oracle` of every pool: the first experiment's and landed ones.
with

    contexts as (select * from {{ ref("int_mame_re__context_references") }}),

    pools as (select * from {{ ref("int_mame_re__pool_scores") }}),

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
