with

    source as (select * from {{ source("raw", "arteculture__reviews") }}),

    final as (
        select
            -- keys
            concept_key,
            culture,
            -- answer
            accepted as is_accepted,
            annotated_at,
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
