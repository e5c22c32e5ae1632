-- Standing questions, each with the reason why it cannot be used, where there is one. Images count once any
-- is landed.
with

    questions as (select * from {{ ref("int_emogenie__question_versions") }} where is_standing),

    images as (select image_id, perspective from {{ ref("int_emogenie__images") }}),

    landed as (select count(*) as image_count from images),

    final as (
        select
            questions.question_id,
            questions.perspective,
            questions.format,
            questions.image_id_1,
            questions.image_id_2,
            questions.dimension,
            questions.key_letter,
            questions.split,
            questions.option_count > 0 as is_closed,
            questions.source_row_id,
            case
                when
                    landed.image_count > 0
                    and (
                        first_images.image_id is null
                        or (questions.image_id_2 is not null and second_images.image_id is null)
                    )
                then 'item.unknown'
                when
                    first_images.perspective <> questions.perspective
                    or second_images.perspective <> questions.perspective
                then 'perspective.mismatch'
            end as exclusion_reason
        from questions
        cross join landed
        left join images as first_images on first_images.image_id = questions.image_id_1
        left join images as second_images on second_images.image_id = questions.image_id_2
    )

select *
from final
