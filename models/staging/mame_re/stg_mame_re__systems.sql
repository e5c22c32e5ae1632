with

    source as (select * from {{ source("raw", "mame_re__systems") }}),

    final as (
        select
            system as system_id,
            method,
            with_description = 'Y' as is_with_description,
            model_type,
            base_model,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
