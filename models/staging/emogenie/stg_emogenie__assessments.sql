with

    source as (select * from {{ source("raw", "emogenie__assessments") }}),

    final as (
        select
            model as system_id,
            image_id,
            dimension,
            score,
            high_probability,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
