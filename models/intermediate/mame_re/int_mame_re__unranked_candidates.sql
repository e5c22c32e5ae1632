-- Memes with votes that a short ranking leaves out, where they reach into the first five: all tied behind
-- its last.
with

    short_rankings as (
        select *
        from {{ ref("int_mame_re__ranking_contexts") }}
        where is_partial and ranked_count - unvoted_count < 5
    ),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    unranked as (
        select
            short_rankings.system_number,
            short_rankings.context_number,
            pairs.image_number,
            short_rankings.ranked_count,
            short_rankings.unvoted_count
        from short_rankings
        inner join pairs on pairs.context_number = short_rankings.context_number
        left join
            rankings
            on rankings.system_number = short_rankings.system_number
            and rankings.context_number = short_rankings.context_number
            and rankings.image_number = pairs.image_number
        where rankings.system_number is null
    ),

    final as (
        select
            'zero' as unjudged, system_number, context_number, image_number, ranked_count + 1 as first_place
        from unranked
        where ranked_count < 5
        union all
        select
            'condensed' as unjudged,
            system_number,
            context_number,
            image_number,
            ranked_count - unvoted_count + 1 as first_place
        from unranked
        where unvoted_count > 0
    )

select *
from final
