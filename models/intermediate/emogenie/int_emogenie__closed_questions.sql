with

    questions as (select * from {{ ref("int_emogenie__questions") }}),

    final as (
        select
            question_id,
            perspective,
            format,
            image_id_1,
            image_id_2,
            dimension,
            key_letter,
            split,
            source_row_id
        from questions
        where is_closed and exclusion_reason is null
    )

select *
from final
