-- The memes that can come into a system's first five, with their gain. What a ranking leaves out is tied
-- behind its last. A ranked meme without votes is read in two ways: `zero` keeps its place and gives no
-- gain, `condensed` takes it out; the second has rows only where the two differ.
with

    rankings as (select * from {{ ref("int_mame_re__top_rankings") }}),

    condensed as (select * from {{ ref("int_mame_re__condensed_rankings") }} where first_place <= 5),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    unranked as (select * from {{ ref("int_mame_re__unranked_candidates") }}),

    ranked as (
        select 'zero' as unjudged, system_number, context_number, image_number, first_place
        from rankings
        union all
        select 'condensed' as unjudged, system_number, context_number, image_number, first_place
        from condensed
        union all
        select unjudged, system_number, context_number, image_number, first_place
        from unranked
    ),

    final as (
        select
            ranked.unjudged,
            ranked.system_number,
            ranked.context_number,
            ranked.image_number,
            ranked.first_place,
            pairs.context_number is not null as has_votes,
            coalesce(pairs.funniness_unit, 0e0) as gain,
            coalesce(pairs.is_funny_to_all, false) as is_funny_to_all,
            coalesce(pairs.is_funny_to_four_fifths, false) as is_funny_to_four_fifths
        from ranked
        left join
            pairs on pairs.context_number = ranked.context_number and pairs.image_number = ranked.image_number
    )

select *
from final
