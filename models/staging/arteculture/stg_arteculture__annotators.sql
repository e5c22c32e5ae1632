with

    source as (select * from {{ source("raw", "arteculture__annotators") }}),

    final as (
        select
            -- keys
            annotator_id as rater_id,
            culture,
            -- what is known
            residence,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
