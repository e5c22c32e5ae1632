-- The sizes of a retrieved set that a curve shows: powers of two, all candidates, and those that systems
-- reranked.
with

    systems as (
        select system_id, system_number
        from {{ ref("int_mame_re__systems") }}
        where coalesce(method, 'similarity') = 'similarity'
    ),

    ranking_contexts as (select * from {{ ref("int_mame_re__ranking_contexts") }}),

    selections as (
        select * from {{ ref("int_mame_re__selections") }} where experiment = 'exp2' and k is not null
    ),

    retrievers as (
        select
            systems.system_id as retriever,
            systems.system_number as retriever_number,
            max(ranking_contexts.candidate_count) as candidate_count
        from ranking_contexts
        inner join systems on systems.system_number = ranking_contexts.system_number
        where ranking_contexts.candidate_count > 0
        group by systems.system_id, systems.system_number
    ),

    powers as (select cast(power(2, range + 1) as bigint) as k from range(16)),

    final as (
        select retrievers.retriever, retrievers.retriever_number, powers.k
        from retrievers
        inner join powers on powers.k < retrievers.candidate_count
        union
        select retriever, retriever_number, candidate_count as k
        from retrievers
        union
        select retrievers.retriever, retrievers.retriever_number, selections.k
        from retrievers
        inner join selections on selections.condition = retrievers.retriever
    )

select *
from final
