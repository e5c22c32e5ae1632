with

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    counted as (
        select visual_type, sentiment_polarity, layout_type, count(*) as item_count
        from memes
        where visual_type is not null and sentiment_polarity is not null and layout_type is not null
        group by visual_type, sentiment_polarity, layout_type
    ),

    final as (
        select
            visual_type,
            sentiment_polarity,
            layout_type,
            cast(item_count as bigint) as item_count,
            cast(item_count as double) / sum(item_count) over () as share
        from counted
    )

select *
from final
