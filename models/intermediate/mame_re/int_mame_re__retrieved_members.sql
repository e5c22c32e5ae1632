-- What is in each retrieved set for certain: sums over the memes whose last place is within the cut. Memes
-- are added up
-- between neighbouring sizes first, so that each is read once however many sizes there are.
with

    ranks as (select * from {{ ref("int_mame_re__retrieval_ranks") }}),

    sizes as (select * from {{ ref("int_mame_re__retrieval_sizes") }}),

    images as (select count(*) as image_count from {{ ref("int_mame_re__images") }}),

    places as (select cast(range + 1 as bigint) as place from range((select image_count from images))),

    -- The smallest size that reaches a place.
    reached as (
        select sizes.retriever_number, places.place, min(sizes.k) as first_k
        from places
        inner join sizes on sizes.k >= places.place
        group by sizes.retriever_number, places.place
    ),

    steps as (
        select
            ranks.retriever_number,
            ranks.context_number,
            reached.first_k,
            count(*) as meme_count,
            {{ fsum("ranks.gain") }} as gain_sum,
            max(ranks.gain) as best_gain
        from ranks
        inner join
            reached on reached.retriever_number = ranks.retriever_number and reached.place = ranks.last_place
        group by ranks.retriever_number, ranks.context_number, reached.first_k
    ),

    final as (
        select
            steps.retriever_number,
            sizes.k,
            steps.context_number,
            cast(sum(steps.meme_count) as bigint) as meme_count,
            {{ fsum("steps.gain_sum") }} as gain_sum,
            max(steps.best_gain) as best_gain
        from steps
        inner join sizes on sizes.retriever_number = steps.retriever_number and sizes.k >= steps.first_k
        group by steps.retriever_number, sizes.k, steps.context_number
    )

select *
from final
