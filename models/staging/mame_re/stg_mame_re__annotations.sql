with

    source as (select * from {{ source("raw", "mame_re__annotations") }}),

    final as (
        select
            context_id,
            image_id,
            annotator_id as rater_id,
            funny as label,
            submission_id,
            passed_quality_control as is_control_passed,
            annotated_at,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
