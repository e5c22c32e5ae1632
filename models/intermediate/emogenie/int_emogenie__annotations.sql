-- The standing annotation of each rater and image, with the image's perspective: NULL where image or prompt
-- is unknown.
with

    annotations as (select * from {{ ref("int_emogenie__annotation_versions") }} where is_standing),

    images as (select * from {{ ref("int_emogenie__images") }}),

    final as (
        select
            annotations.image_id,
            annotations.rater_id,
            annotations.emotion,
            annotations.intensity,
            annotations.valence,
            annotations.arousal,
            annotations.dominance,
            annotations.aesthetics,
            annotations.annotated_at,
            annotations.source_row_id,
            images.perspective
        from annotations
        left join images on images.image_id = annotations.image_id
    )

select *
from final
