-- Choosing blindly and choosing best in every retrieved set.
with

    reranked as (select * from {{ ref("int_mame_re__reranked_scores") }}),

    others as (select * from {{ ref("int_mame_re__other_scores") }}),

    final as (
        select *
        from reranked
        union all
        select *
        from others
    )

select *
from final
