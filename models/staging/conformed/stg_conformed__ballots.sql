with

    source as (select * from {{ source("raw", "conformed__ballots") }}),

    final as (
        select
            benchmark,
            panel,
            subject_id,
            question,
            rater_id,
            rater_kind,
            label,
            score,
            round,
            annotated_at,
            {{ source_row_id() }} as source_row_id
        from source
    )

select *
from final
