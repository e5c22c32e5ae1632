with

    source as (select * from {{ source("raw", "arteculture__explanation_scores") }}),

    final as (
        select
            -- keys
            judge as judge_id,
            model as system_id,
            setting,
            culture,
            image_id,
            -- answer
            score,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
