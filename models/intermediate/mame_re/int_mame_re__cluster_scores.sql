-- A cluster is a context: trials of one context are never independent. The exact reference rows have the
-- setting
-- `reference`, so that a system of the same name stays apart.
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

    listed as (
        select
            convention_id,
            experiment,
            pool_id,
            system_id,
            is_reference,
            metric,
            context_id,
            metric_sum,
            metric_sum_squares,
            response_count
        from measured
        union all
        select
            conventions.convention_id,
            'exp1' as experiment,
            'exp1||' as pool_id,
            ndcg_scores.system_id,
            ndcg_scores.is_reference,
            'ndcg_at_5' as metric,
            ndcg_scores.context_id,
            ndcg_scores.ndcg_at_5 as metric_sum,
            ndcg_scores.ndcg_at_5 * ndcg_scores.ndcg_at_5 as metric_sum_squares,
            1 as response_count
        from ndcg_scores
        cross join conventions
    ),

    final as (
        select
            'mame_re' as benchmark,
            'mame_re_leaderboard' as leaderboard,
            'all' as panel,
            case when experiment = 'exp1' then 'all' else 'pool' end as breakdown,
            case when experiment = 'exp1' then 'all' else pool_id end as breakdown_value,
            system_id,
            case when is_reference then 'reference' else 'all' end as setting,
            metric,
            convention_id,
            context_id as cluster_id,
            metric_sum as score_sum,
            metric_sum_squares as score_sum_squares,
            cast(response_count as bigint) as score_count,
            cast(null as string) as source_row_id
        from listed
    )

select *
from final
