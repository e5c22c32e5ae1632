with

    scores as (select * from {{ ref("int_mame_re__ndcg_scores") }}),

    partial_rankings as (
        select system_id, context_id from {{ ref("int_mame_re__ranking_contexts") }} where is_partial
    ),

    final as (
        select
            scores.system_id,
            scores.is_reference,
            {{ favg("scores.ndcg_at_5") }} as ndcg_at_5,
            {{ favg("scores.ndcg_at_5_best") }} as ndcg_at_5_best,
            {{ favg("scores.ndcg_at_5_worst") }} as ndcg_at_5_worst,
            {{ favg("scores.ndcg_at_5_condensed") }} as ndcg_at_5_condensed,
            count(scores.ndcg_at_5) as ndcg_context_count,
            count(case when scores.has_no_ideal then 1 end) as zero_ideal_count,
            count(case when scores.is_tied_across_cut_off then 1 end) as tied_at_5_count,
            count(partial_rankings.context_id) as partial_ranking_count
        from scores
        left join
            partial_rankings
            on not scores.is_reference
            and partial_rankings.system_id = scores.system_id
            and partial_rankings.context_id = scores.context_id
        group by scores.system_id, scores.is_reference
    )

select *
from final
