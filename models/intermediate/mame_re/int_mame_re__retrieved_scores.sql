-- Choosing blindly and choosing best in each retrieved set, over all draws that a tie at the cut allows.
with

    members as (select * from {{ ref("int_mame_re__retrieved_members") }}),

    ties as (select * from {{ ref("int_mame_re__retrieved_ties") }}),

    sizes as (select * from {{ ref("int_mame_re__retrieval_sizes") }}),

    ranking_contexts as (select * from {{ ref("int_mame_re__ranking_contexts") }} where candidate_count > 0),

    sets as (
        select
            sizes.retriever_number,
            sizes.retriever,
            sizes.k,
            ranking_contexts.context_number,
            ranking_contexts.context_id,
            ranking_contexts.candidate_count,
            coalesce(members.gain_sum, 0e0) as gain_sum,
            members.best_gain
        from sizes
        inner join ranking_contexts on ranking_contexts.system_number = sizes.retriever_number
        left join
            members
            on members.retriever_number = sizes.retriever_number
            and members.k = sizes.k
            and members.context_number = ranking_contexts.context_number
    ),

    drawn as (
        select
            ties.retriever_number,
            ties.k,
            ties.context_number,
            {{ fsum("ties.gain * ties.inclusion") }} as gain_sum,
            -- The chances sum to 1 but for rounding, which their own sum takes out.
            {{ fsum("ties.best_chance * greatest(ties.gain, coalesce(members.best_gain, 0e0))") }}
            / {{ fsum("ties.best_chance") }} as oracle_gain
        from ties
        left join
            members
            on members.retriever_number = ties.retriever_number
            and members.k = ties.k
            and members.context_number = ties.context_number
        group by ties.retriever_number, ties.k, ties.context_number
    ),

    final as (
        select
            sets.retriever,
            sets.k,
            sets.context_id,
            sets.candidate_count < sets.k as is_short,
            drawn.retriever_number is not null as is_tied_at_cut,
            (sets.gain_sum + coalesce(drawn.gain_sum, 0e0))
            / least(sets.k, sets.candidate_count) as mean_gain,
            coalesce(drawn.oracle_gain, sets.best_gain) as oracle_gain
        from sets
        left join
            drawn
            on drawn.retriever_number = sets.retriever_number
            and drawn.k = sets.k
            and drawn.context_number = sets.context_number
    )

select *
from final
