-- Every meme with votes at its places in a retriever's ranking, those it left out tied behind the rest.
with

    systems as (
        select system_number
        from {{ ref("int_mame_re__systems") }}
        where coalesce(method, 'similarity') = 'similarity'
    ),

    partial_contexts as (select * from {{ ref("int_mame_re__ranking_contexts") }} where is_partial),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    left_out as (
        select partial_contexts.system_number, pairs.context_number, pairs.funniness_unit
        from partial_contexts
        inner join pairs on pairs.context_number = partial_contexts.context_number
        left join
            rankings
            on rankings.system_number = partial_contexts.system_number
            and rankings.context_number = pairs.context_number
            and rankings.image_number = pairs.image_number
        where rankings.system_number is null
    ),

    candidates as (
        select rankings.system_number, rankings.context_number, rankings.score, pairs.funniness_unit as gain
        from rankings
        inner join
            pairs
            on pairs.context_number = rankings.context_number
            and pairs.image_number = rankings.image_number
        union all
        select system_number, context_number, cast(null as double) as score, funniness_unit as gain
        from left_out
    ),

    final as (
        select
            candidates.system_number as retriever_number,
            candidates.context_number,
            candidates.gain,
            rank() over by_score as first_place,
            -- Counts through the last meme of the same score.
            count(*) over by_score as last_place
        from candidates
        inner join systems on systems.system_number = candidates.system_number
        window
            by_score as (
                partition by candidates.system_number, candidates.context_number
                order by candidates.score desc nulls last
            )
    )

select *
from final
