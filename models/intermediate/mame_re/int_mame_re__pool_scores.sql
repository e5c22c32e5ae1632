-- Choosing blindly and choosing best in each landed pool, over its members with votes.
with

    pools as (select * from {{ ref("int_mame_re__landed_pools") }}),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    final as (
        select
            pools.pool_id,
            pools.experiment,
            pools.k,
            pools.condition,
            pools.context_id,
            {{ favg("pairs.funniness_unit") }} as mean_gain,
            max(pairs.funniness_unit) as best_gain,
            min(pairs.funniness_unit) as worst_gain,
            count(case when pairs.is_funny_to_all then 1 end) / cast(count(*) as double) as mean_hit_all,
            count(case when pairs.is_funny_to_four_fifths then 1 end)
            / cast(count(*) as double) as mean_hit_four_fifths,
            max(case when pairs.is_funny_to_all then 1e0 else 0e0 end) as best_hit_all,
            max(case when pairs.is_funny_to_four_fifths then 1e0 else 0e0 end) as best_hit_four_fifths
        from pools
        inner join pairs on pairs.context_id = pools.context_id and pairs.image_id = pools.image_id
        group by pools.pool_id, pools.experiment, pools.k, pools.condition, pools.context_id
    )

select *
from final
