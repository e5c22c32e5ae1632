with

    facts as (select * from {{ ref("stg_mame_re__scores") }}),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    images as (select * from {{ ref("int_mame_re__images") }}),

    versions as (
        {{ standing_versions("facts", "mame_re", "scores", ["context_id", "image_id"], ["funny_count"]) }}
    ),

    final as (
        select
            versions.* exclude (exclusion_reason),
            case
                when versions.exclusion_reason is not null
                then versions.exclusion_reason
                when contexts.context_id is null or images.image_id is null
                then 'item.unknown'
            end as exclusion_reason
        from versions
        left join contexts on contexts.context_id = versions.context_id
        left join images on images.image_id = versions.image_id
    )

select *
from final
