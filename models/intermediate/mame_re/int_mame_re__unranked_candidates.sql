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
            short_rankings.system_id,
            short_rankings.context_id,
            pairs.image_id,
            short_rankings.ranked_count,
            short_rankings.unvoted_count
        from short_rankings
        inner join pairs on pairs.context_id = short_rankings.context_id
        left join
            rankings
            on rankings.system_id = short_rankings.system_id
            and rankings.context_id = short_rankings.context_id
            and rankings.image_id = pairs.image_id
        where rankings.system_id is null
    ),

    final as (
        select 'zero' as unjudged, system_id, context_id, image_id, ranked_count + 1 as first_place
        from unranked
        where ranked_count < 5
        union all
        select
            'condensed' as unjudged,
            system_id,
            context_id,
            image_id,
            ranked_count - unvoted_count + 1 as first_place
        from unranked
        where unvoted_count > 0
    )

select *
from final
