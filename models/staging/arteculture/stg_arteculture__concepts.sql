with

    source as (select * from {{ source("raw", "arteculture__concepts") }}),

    final as (
        select
            -- keys
            image_id,
            concept_key,
            -- as written
            concept,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
