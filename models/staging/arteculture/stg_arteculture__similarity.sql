with

    source as (select * from {{ source("raw", "arteculture__similarity") }}),

    final as (
        select
            -- keys
            concept_key,
            knowledge_concept_key,
            -- value
            cosine,
            -- as written
            concept,
            knowledge_concept,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
