with

    source as (select * from {{ source("raw", "mer_bench__annotations") }}),

    final as (
        select
            row_id as item_id,
            annotator_id as rater_id,
            task,
            label,
            escalated_label,
            annotated_at,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
