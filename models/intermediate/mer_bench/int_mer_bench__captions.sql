-- One row per meme and caption: as found, and as rewritten.
with

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    final as (
        select item_id, 'source' as caption, source_caption as text
        from memes
        union all
        select item_id, 'rewritten' as caption, rewritten_caption as text
        from memes
    )

select *
from final
