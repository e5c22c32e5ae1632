-- Pairs of one context share its image's mood and its raters: they are drawn together.
with

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    final as (
        select
            'mame_re' as benchmark,
            {{ mame_re_pair_id() }} as subject_id,
            cast(context_id as string) as cluster_id
        from pairs
        group by context_id, image_id
    )

select *
from final
