with

    source as (select * from {{ source("raw", "mame_re__rankings") }}),

    final as (
        select
            system as system_id,
            context_id,
            image_id,
            -- Adding zero turns -0 into 0: they are one score.
            score + 0e0 as score,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
