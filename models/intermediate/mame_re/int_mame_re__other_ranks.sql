-- Memes at their places, for all other retrievers, which only a curve shows.
with

    retrievers as (select * from {{ ref("int_mame_re__retrievers") }} where not is_reranked),

    partial_contexts as (select * from {{ ref("int_mame_re__ranking_contexts") }} where is_partial),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    rankings as (
        select rankings.*
        from {{ ref("int_mame_re__rankings") }} as rankings
        inner join retrievers on retrievers.retriever_number = rankings.system_number
    ),

    final as ({{ mame_re_retrieval_ranks() }})

select *
from final
