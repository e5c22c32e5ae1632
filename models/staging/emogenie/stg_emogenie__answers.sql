with

    source as (select * from {{ source("raw", "emogenie__answers") }}),

    final as (
        select
            model as system_id,
            question_id,
            answer,
            answer_folded,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
