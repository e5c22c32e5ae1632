-- Every meme with votes at its places in a retriever's ranking, those it left out tied behind the rest.
with

    systems as (
        select system_id
        from {{ ref("int_mame_re__systems") }}
        where coalesce(method, 'similarity') = 'similarity'
    ),

    partial_contexts as (select * from {{ ref("int_mame_re__ranking_contexts") }} where is_partial),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    left_out as (
        select partial_contexts.system_id, pairs.context_id, pairs.funniness_unit
        from partial_contexts
        inner join pairs on pairs.context_id = partial_contexts.context_id
        left join
            rankings
            on rankings.system_id = partial_contexts.system_id
            and rankings.context_id = pairs.context_id
            and rankings.image_id = pairs.image_id
        where rankings.system_id is null
    ),

    candidates as (
        select rankings.system_id, rankings.context_id, rankings.score, pairs.funniness_unit as gain
        from rankings
        inner join pairs on pairs.context_id = rankings.context_id and pairs.image_id = rankings.image_id
        union all
        select system_id, context_id, cast(null as double) as score, funniness_unit as gain
        from left_out
    ),

    final as (
        select
            candidates.system_id as retriever,
            candidates.context_id,
            candidates.gain,
            rank() over by_score as first_place,
            -- Counts through the last meme of the same score.
            count(*) over by_score as last_place
        from candidates
        inner join systems on systems.system_id = candidates.system_id
        window
            by_score as (
                partition by candidates.system_id, candidates.context_id
                order by candidates.score desc nulls last
            )
    )

select *
from final
