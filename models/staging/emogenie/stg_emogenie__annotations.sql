with

    source as (select * from {{ source("raw", "emogenie__annotations") }}),

    final as (
        select
            image_id,
            annotator_id as rater_id,
            emotion,
            intensity,
            valence,
            arousal,
            dominance,
            aesthetics,
            annotated_at,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
