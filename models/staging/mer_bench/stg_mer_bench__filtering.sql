with

    source as (select * from {{ source("raw", "mer_bench__filtering") }}),

    final as (
        select
            meme_id as item_id,
            stage,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
