with

    versions as (select * from {{ ref("int_mer_bench__meme_versions") }}),

    final as (
        select
            item_id,
            source_emotion,
            target_emotion,
            concat(source_emotion, ' -> ', target_emotion) as emotion_pair,
            visual_type,
            sentiment_polarity,
            layout_type,
            source_caption,
            rewritten_caption,
            source_row_id
        from versions
        where is_standing
    )

select *
from final
