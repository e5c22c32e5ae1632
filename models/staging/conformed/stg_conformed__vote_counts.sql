with

    source as (select * from {{ source("raw", "conformed__vote_counts") }}),

    final as (
        select
            benchmark, panel, subject_id, question, label, vote_count, {{ source_row_id() }} as source_row_id
        from source
    )

select *
from final
