with

    source as (select * from {{ source("raw", "arteculture__predictions") }}),

    final as (
        select
            -- keys
            model as system_id,
            setting,
            culture,
            image_id,
            prompt_language,
            evaluation_set,
            -- answer
            emotion as emotion_text,
            emotion_label,
            parse_rule,
            explanation,
            explanation_word_count,
            -- the other sets' own label
            gold_emotion,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
