with

    source as (select * from {{ source("raw", "mame_re__pools") }}),

    final as (
        select
            experiment,
            k,
            {{ mame_re_condition() }} as condition,
            context_id,
            image_id,
            role,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
