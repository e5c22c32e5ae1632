with

    source as (select * from {{ source("raw", "mer_bench__judge_cache") }}),

    final as (
        select
            cache_key,
            is_error,
            updated_at,
            reason,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
