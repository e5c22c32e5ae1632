with

    source as (select * from {{ source("raw", "arteculture__artworks") }}),

    final as (
        select
            -- keys
            image_id,
            -- what it is
            source,
            tradition,
            region,
            split as declared_split,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
