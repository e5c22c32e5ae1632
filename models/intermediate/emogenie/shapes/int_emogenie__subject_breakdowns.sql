-- Agreement is also told by image model, by prompted category and by the intensity of expressed prompts.
with

    images as (select * from {{ ref("int_emogenie__images") }} where perspective is not null),

    sliced as (
        select perspective, image_id, 'model' as breakdown, system_id as breakdown_value
        from images
        union all
        select perspective, image_id, 'category' as breakdown, prompted_label as breakdown_value
        from images
        union all
        select perspective, image_id, 'intensity' as breakdown, intensity as breakdown_value
        from images
        where intensity is not null
    ),

    final as (
        select
            'emogenie' as benchmark,
            perspective as panel,
            image_id as subject_id,
            cast(null as string) as question,
            breakdown,
            breakdown_value
        from sliced
    )

select *
from final
