with

    source as (select * from {{ source("raw", "arteculture__artelingo") }}),

    final as (
        select
            -- keys
            image_id,
            culture,
            -- answer
            emotion,
            explanation,
            explanation_word_count,
            -- as released
            art_style,
            painting,
            released_split,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
