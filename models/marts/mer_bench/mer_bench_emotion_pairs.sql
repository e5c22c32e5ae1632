with

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    counted as (
        select source_emotion, target_emotion, emotion_pair, count(*) as item_count
        from memes
        group by source_emotion, target_emotion, emotion_pair
    ),

    final as (
        select
            emotion_pair as pair,
            source_emotion,
            target_emotion,
            cast(item_count as bigint) as item_count,
            cast(item_count as double) / sum(item_count) over () as share
        from counted
    )

select *
from final
