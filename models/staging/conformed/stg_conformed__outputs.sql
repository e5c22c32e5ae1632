with

    source as (select * from {{ source("raw", "conformed__outputs") }}),

    final as (
        select
            benchmark,
            system_id,
            setting,
            panel,
            experiment,
            k,
            condition,
            trial,
            item_id,
            status,
            predicted_label,
            predicted_score,
            choice_id,
            {{ source_row_id() }} as source_row_id
        from source
    )

select *
from final
