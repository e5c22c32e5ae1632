-- Each metric's sums over the responses of one system to one context of one pool.
with

    scores as (select * from {{ ref("int_mame_re__context_scores") }}),

    ndcg_scores as (select * from {{ ref("int_mame_re__ndcg_scores") }} where ndcg_at_5 is not null),

    conventions as (select * from {{ ref("mame_re_conventions") }}),

    measured as (
        select *, 'score_at_1' as metric, score_sum as metric_sum, score_sum_squares as metric_sum_squares
        from scores
        union all
        select *, 'chr_all' as metric, chr_all_sum as metric_sum, chr_all_sum_squares as metric_sum_squares
        from scores
        union all
        select
            *,
            'chr_four_fifths' as metric,
            chr_four_fifths_sum as metric_sum,
            chr_four_fifths_sum_squares as metric_sum_squares
        from scores
    ),

    final as (
        select
            convention_id,
            experiment,
            pool_id,
            k,
            condition,
            system_id,
            is_reference,
            metric,
            context_id,
            metric_sum,
            metric_sum_squares,
            cast(response_count as bigint) as response_count
        from measured
        union all
        -- A ranking is one response, whatever becomes of failed ones.
        select
            conventions.convention_id,
            'exp1' as experiment,
            'exp1||' as pool_id,
            cast(null as bigint) as k,
            cast(null as string) as condition,
            ndcg_scores.system_id,
            ndcg_scores.is_reference,
            'ndcg_at_5' as metric,
            ndcg_scores.context_id,
            ndcg_scores.ndcg_at_5 as metric_sum,
            ndcg_scores.ndcg_at_5 * ndcg_scores.ndcg_at_5 as metric_sum_squares,
            cast(1 as bigint) as response_count
        from ndcg_scores
        cross join conventions
    )

select *
from final
