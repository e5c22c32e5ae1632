with

    published as (select * from {{ ref("mer_bench_published_table_1") }}),

    final as (
        select
            dataset,
            modality,
            emotion_recognition = 1 as has_emotion_recognition,
            emotion_reasoning_regulation = 1 as has_emotion_reasoning,
            emotion_generation = 1 as has_emotion_generation,
            social_media = 1 as is_from_social_media
        from published
    )

select *
from final
