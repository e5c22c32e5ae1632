with

    members as (select * from {{ ref("int_mame_re__reranked_members") }}),

    ties as (select * from {{ ref("int_mame_re__reranked_ties") }}),

    sizes as (select * from {{ ref("int_mame_re__retrieval_sizes") }} where is_reranked),

    ranking_contexts as (select * from {{ ref("int_mame_re__ranking_contexts") }} where candidate_count > 0),

    final as ({{ mame_re_retrieved_scores() }})

select *
from final
