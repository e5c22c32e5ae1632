with

    source as (select * from {{ source("raw", "conformed__expert_judgements") }}),

    final as (
        select
            benchmark,
            expert_id,
            system_id,
            setting,
            panel,
            item_id,
            metric,
            raw_score,
            {{ source_row_id() }} as source_row_id
        from source
    )

select *
from final
