with

    source as (select * from {{ source("raw", "emogenie__descriptions") }}),

    final as (
        select
            model as system_id,
            question_id,
            candidate,
            reference,
            judge as judge_id,
            candidate_word_count,
            reference_word_count,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
