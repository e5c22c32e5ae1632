-- Every landed score, its three names as numbers; NULL is a name that nobody knows.
with

    ranked as (select * from {{ ref("stg_mame_re__rankings") }}),

    systems as (select * from {{ ref("int_mame_re__systems") }}),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    images as (select * from {{ ref("int_mame_re__images") }}),

    final as (
        select systems.system_number, contexts.context_number, images.image_number, ranked.score
        from ranked
        left join systems on systems.system_id = ranked.system_id
        left join contexts on contexts.context_id = ranked.context_id
        left join images on images.image_id = ranked.image_id
    )

select *
from final
