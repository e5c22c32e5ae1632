with

    source as (select * from {{ source("raw", "mame_re__images") }}),

    final as (
        select
            image_id,
            text as speech_text,
            description,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
