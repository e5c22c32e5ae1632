with

    source as (select * from {{ source("raw", "emogenie__prompts") }}),

    final as (
        select
            prompt_id,
            perspective,
            emotion as prompted_label,
            intensity,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
