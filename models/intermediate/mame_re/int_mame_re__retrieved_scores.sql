-- Choosing blindly and choosing best in each retrieved set, over all draws that a tie at the cut allows.
with

    members as (select * from {{ ref("int_mame_re__retrieved_members") }}),

    ties as (select * from {{ ref("int_mame_re__retrieved_ties") }}),

    sizes as (select * from {{ ref("int_mame_re__retrieval_sizes") }}),

    ranking_contexts as (select * from {{ ref("int_mame_re__ranking_contexts") }} where candidate_count > 0),

    sets as (
        select
            sizes.retriever,
            sizes.k,
            ranking_contexts.context_id,
            ranking_contexts.candidate_count,
            coalesce(members.gain_sum, 0e0) as gain_sum,
            members.best_gain
        from sizes
        inner join ranking_contexts on ranking_contexts.system_id = sizes.retriever
        left join
            members
            on members.retriever = sizes.retriever
            and members.k = sizes.k
            and members.context_id = ranking_contexts.context_id
    ),

    drawn as (
        select
            ties.retriever,
            ties.k,
            ties.context_id,
            {{ fsum("ties.gain * ties.inclusion") }} as gain_sum,
            -- The chances sum to 1 but for rounding, which their own sum takes out.
            {{ fsum("ties.best_chance * greatest(ties.gain, coalesce(members.best_gain, 0e0))") }}
            / {{ fsum("ties.best_chance") }} as oracle_gain
        from ties
        left join
            members
            on members.retriever = ties.retriever
            and members.k = ties.k
            and members.context_id = ties.context_id
        group by ties.retriever, ties.k, ties.context_id
    ),

    final as (
        select
            sets.retriever,
            sets.k,
            sets.context_id,
            sets.candidate_count < sets.k as is_short,
            drawn.retriever is not null as is_tied_at_cut,
            (sets.gain_sum + coalesce(drawn.gain_sum, 0e0))
            / least(sets.k, sets.candidate_count) as mean_gain,
            coalesce(drawn.oracle_gain, sets.best_gain) as oracle_gain
        from sets
        left join
            drawn
            on drawn.retriever = sets.retriever
            and drawn.k = sets.k
            and drawn.context_id = sets.context_id
    )

select *
from final
