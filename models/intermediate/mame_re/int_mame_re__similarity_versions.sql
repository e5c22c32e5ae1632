-- Cosines with what becomes of each. Mirrored rows of two memes are one fact; a meme with itself tells
-- nothing.
with

    facts as (select * from {{ ref("stg_mame_re__similarities") }}),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    images as (select * from {{ ref("int_mame_re__images") }}),

    versions as (
        {{
            standing_versions(
                "facts", "mame_re", "similarities", ["kind", "left_id", "right_id", "encoder"], ["cosine"]
            )
        }}
    ),

    final as (
        select
            versions.* exclude (exclusion_reason),
            case
                when versions.exclusion_reason is not null
                then versions.exclusion_reason
                when versions.kind = 'image_image' and versions.left_id = versions.right_id
                then 'pair.self'
                when
                    right_images.image_id is null
                    or (versions.kind = 'image_image' and left_images.image_id is null)
                    or (versions.kind = 'context_image' and contexts.context_id is null)
                then 'item.unknown'
            end as exclusion_reason
        from versions
        left join images as left_images on left_images.image_id = versions.left_id
        left join images as right_images on right_images.image_id = versions.right_id
        left join contexts on contexts.context_id = versions.left_id
    )

select *
from final
