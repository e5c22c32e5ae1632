with

    caption_words as (select * from {{ ref("int_mer_bench__caption_words") }}),

    lengths as (
        select caption, item_id, sum(word_count) as length_in_words
        from caption_words
        group by caption, item_id
    ),

    counted as (
        select caption, length_in_words, count(*) as item_count from lengths group by caption, length_in_words
    ),

    final as (
        select
            caption,
            cast(length_in_words as bigint) as length_in_words,
            cast(item_count as bigint) as item_count,
            cast(item_count as double) / sum(item_count) over (partition by caption) as share
        from counted
    )

select *
from final
