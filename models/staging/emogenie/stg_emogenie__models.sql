with

    source as (select * from {{ source("raw", "emogenie__models") }}),

    final as (
        select
            model as system_id,
            kind,
            backbone,
            stage,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
