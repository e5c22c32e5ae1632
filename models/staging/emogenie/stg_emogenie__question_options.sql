with

    source as (select * from {{ source("raw", "emogenie__question_options") }}),

    final as (
        select
            letter,
            option_folded,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
