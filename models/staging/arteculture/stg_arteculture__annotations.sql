with

    source as (select * from {{ source("raw", "arteculture__annotations") }}),

    final as (
        select
            -- keys
            image_id,
            culture,
            annotator_id as rater_id,
            -- answer
            emotion,
            explanation,
            explanation_word_count,
            annotation_round,
            annotated_at,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
