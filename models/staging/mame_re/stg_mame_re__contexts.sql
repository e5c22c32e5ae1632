with

    source as (select * from {{ source("raw", "mame_re__contexts") }}),

    final as (
        select
            context_id,
            text as context_text,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
