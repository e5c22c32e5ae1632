-- nDCG@5 per system and context, the reference rows beside the systems. `condensed` stands where it
-- differs from `zero`.
with

    scores as (select * from {{ ref("int_mame_re__ranking_scores") }}),

    context_references as (select * from {{ ref("int_mame_re__context_references") }}),

    ranked as (
        select
            zero.system_id,
            false as is_reference,
            zero.context_id,
            zero.ndcg_at_5,
            zero.ndcg_at_5_best,
            zero.ndcg_at_5_worst,
            case
                when condensed.system_id is null then zero.ndcg_at_5 else condensed.ndcg_at_5
            end as ndcg_at_5_condensed,
            zero.is_tied_across_cut_off,
            zero.has_no_ideal
        from scores as zero
        left join
            scores as condensed
            on condensed.unjudged = 'condensed'
            and condensed.system_id = zero.system_id
            and condensed.context_id = zero.context_id
        where zero.unjudged = 'zero'
    ),

    final as (
        select *
        from ranked
        union all
        select
            'random' as system_id,
            true as is_reference,
            context_id,
            mean_gain * discount_sum / nullif(ideal_dcg, 0e0) as ndcg_at_5,
            case when ideal_dcg > 0e0 then 1e0 end as ndcg_at_5_best,
            worst_dcg / nullif(ideal_dcg, 0e0) as ndcg_at_5_worst,
            mean_gain * discount_sum / nullif(ideal_dcg, 0e0) as ndcg_at_5_condensed,
            candidate_count > 5 as is_tied_across_cut_off,
            ideal_dcg = 0e0 as has_no_ideal
        from context_references
        union all
        select
            'oracle' as system_id,
            true as is_reference,
            context_id,
            case when ideal_dcg > 0e0 then 1e0 end as ndcg_at_5,
            case when ideal_dcg > 0e0 then 1e0 end as ndcg_at_5_best,
            case when ideal_dcg > 0e0 then 1e0 end as ndcg_at_5_worst,
            case when ideal_dcg > 0e0 then 1e0 end as ndcg_at_5_condensed,
            false as is_tied_across_cut_off,
            ideal_dcg = 0e0 as has_no_ideal
        from context_references
    )

select *
from final
