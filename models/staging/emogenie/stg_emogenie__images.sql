with

    source as (select * from {{ source("raw", "emogenie__images") }}),

    final as (
        select
            image_id,
            prompt_id,
            t2i_model as system_id,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
