-- Pairs of a known context and meme without votes. Contexts whose every meme has votes are passed over
-- unseen.
with

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    images as (select * from {{ ref("int_mame_re__images") }}),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    image_total as (select count(*) as image_count from images),

    voted as (select context_number, count(*) as pair_count from pairs group by context_number),

    incomplete as (
        select contexts.context_id, contexts.context_number
        from contexts
        cross join image_total
        left join voted on voted.context_number = contexts.context_number
        where coalesce(voted.pair_count, 0) < image_total.image_count
    ),

    final as (
        select incomplete.context_id, incomplete.context_number, images.image_id, images.image_number
        from incomplete
        cross join images
        left join
            pairs
            on pairs.context_number = incomplete.context_number
            and pairs.image_number = images.image_number
        where pairs.context_id is null
    )

select *
from final
