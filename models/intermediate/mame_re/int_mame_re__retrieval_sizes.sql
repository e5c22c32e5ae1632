-- The sizes of a retrieved set that a curve shows: powers of two, all candidates, and those that systems
-- reranked.
with

    retrievers as (select * from {{ ref("int_mame_re__retrievers") }}),

    selections as (
        select distinct condition, k
        from {{ ref("int_mame_re__selections") }}
        where experiment = 'exp2' and k is not null
    ),

    powers as (select cast(power(2, range + 1) as bigint) as k from range(16)),

    shown as (
        select retrievers.retriever_number, powers.k
        from retrievers
        inner join powers on powers.k < retrievers.candidate_count
        union
        select retriever_number, candidate_count as k
        from retrievers
        union
        select retrievers.retriever_number, selections.k
        from retrievers
        inner join selections on selections.condition = retrievers.retriever
    ),

    final as (
        select
            retrievers.retriever,
            retrievers.retriever_number,
            retrievers.is_reranked,
            shown.k,
            selections.k is not null as is_reranked_size
        from shown
        inner join retrievers on retrievers.retriever_number = shown.retriever_number
        left join selections on selections.condition = retrievers.retriever and selections.k = shown.k
    )

select *
from final
