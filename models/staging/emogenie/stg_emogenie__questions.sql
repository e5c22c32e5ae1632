with

    source as (select * from {{ source("raw", "emogenie__questions") }}),

    final as (
        select
            question_id,
            perspective,
            format,
            image_id_1,
            image_id_2,
            dimension,
            answer as key_letter,
            split,
            option_count,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
