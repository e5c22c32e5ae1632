with

    source as (select * from {{ source("raw", "arteculture__preferences") }}),

    final as (
        select
            -- keys
            image_id,
            culture,
            setting_a,
            setting_b,
            annotator_id as rater_id,
            model as system_id,
            -- answer
            verdict,
            first_shown,
            is_first_shown_unreadable,
            annotated_at,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
