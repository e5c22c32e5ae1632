with

    source as (select * from {{ source("raw", "emogenie__description_evidence") }}),

    final as (
        select
            question_id,
            annotator_id as rater_id,
            "text" as evidence,
            annotated_at,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
