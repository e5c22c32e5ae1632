-- The sizes of a retrieved set that a curve shows: powers of two, all candidates, and those that systems reranked.
with

    ranks as (select * from {{ ref("int_mame_re__retrieval_ranks") }}),

    selections as (
        select * from {{ ref("int_mame_re__selections") }} where experiment = 'exp2' and k is not null
    ),

    retrievers as (select retriever, max(candidate_count) as candidate_count from ranks group by retriever),

    powers as (select cast(power(2, range + 1) as bigint) as k from range(16)),

    final as (
        select retrievers.retriever, powers.k
        from retrievers
        inner join powers on powers.k < retrievers.candidate_count
        union
        select retriever, candidate_count as k
        from retrievers
        union
        select retrievers.retriever, selections.k
        from retrievers
        inner join selections on selections.condition = retrievers.retriever
    )

select *
from final
