with

    ranks as (select * from {{ ref("int_mame_re__reranked_ranks") }} where last_place > first_place),

    sizes as (select * from {{ ref("int_mame_re__retrieval_sizes") }} where is_reranked),

    log_factorials as (select * from {{ ref("int_mame_re__log_factorials") }}),

    final as ({{ mame_re_retrieved_ties() }})

select *
from final
