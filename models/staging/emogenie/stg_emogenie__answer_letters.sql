with

    source as (select * from {{ source("raw", "emogenie__answer_letters") }}),

    final as (
        select
            pattern,
            letter,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
