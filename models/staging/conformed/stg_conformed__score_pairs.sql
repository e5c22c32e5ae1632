with

    source as (select * from {{ source("raw", "conformed__score_pairs") }}),

    final as (
        select
            benchmark,
            comparison,
            panel,
            dimension,
            pair_id,
            cluster_id,
            x,
            y,
            {{ source_row_id() }} as source_row_id
        from source
    )

select *
from final
