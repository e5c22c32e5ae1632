with

    caption_words as (select * from {{ ref("int_mer_bench__caption_words") }}),

    final as (
        select
            caption,
            word,
            cast(sum(word_count) as bigint) as word_count,
            cast(count(*) as bigint) as item_count
        from caption_words
        where word is not null
        group by caption, word
    )

select *
from final
