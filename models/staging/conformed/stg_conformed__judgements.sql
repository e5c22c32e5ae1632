with

    source as (select * from {{ source("raw", "conformed__judgements") }}),

    final as (
        select
            benchmark,
            judge_id,
            configuration,
            run,
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
