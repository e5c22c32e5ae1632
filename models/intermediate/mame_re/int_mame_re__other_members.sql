with

    ranks as (select * from {{ ref("int_mame_re__other_ranks") }}),

    sizes as (select * from {{ ref("int_mame_re__retrieval_sizes") }} where not is_reranked),

    images as (select count(*) as image_count from {{ ref("int_mame_re__images") }}),

    places as (select cast(range + 1 as bigint) as place from range((select image_count from images))),

    final as ({{ mame_re_retrieved_members() }})

select *
from final
