-- Systems whose ranking a reranker could have been given, and whether one was.
with

    systems as (
        select system_id, system_number
        from {{ ref("int_mame_re__systems") }}
        where coalesce(method, 'similarity') = 'similarity'
    ),

    ranking_contexts as (select * from {{ ref("int_mame_re__ranking_contexts") }} where candidate_count > 0),

    reranked as (
        select distinct condition
        from {{ ref("int_mame_re__selections") }}
        where experiment = 'exp2' and k is not null
    ),

    final as (
        select
            systems.system_id as retriever,
            systems.system_number as retriever_number,
            reranked.condition is not null as is_reranked,
            max(ranking_contexts.candidate_count) as candidate_count
        from ranking_contexts
        inner join systems on systems.system_number = ranking_contexts.system_number
        left join reranked on reranked.condition = systems.system_id
        group by systems.system_id, systems.system_number, reranked.condition
    )

select *
from final
