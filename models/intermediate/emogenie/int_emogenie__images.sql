-- Every standing image with what its prompt asked for; an image whose prompt is unknown has no perspective.
with

    images as (select * from {{ ref("int_emogenie__image_versions") }} where is_standing),

    prompts as (select * from {{ ref("int_emogenie__prompt_versions") }} where is_standing),

    final as (
        select
            images.image_id,
            images.prompt_id,
            images.system_id,
            prompts.perspective,
            prompts.prompted_label,
            prompts.intensity,
            images.source_row_id
        from images
        left join prompts on prompts.prompt_id = images.prompt_id
    )

select *
from final
