-- Every meme with votes at its place in a retriever's ranking, those it left out tied behind the rest.
with

    systems as (
        select system_id from {{ ref("int_mame_re__systems") }} where coalesce(method, 'similarity') = 'similarity'
    ),

    ranking_contexts as (select * from {{ ref("int_mame_re__ranking_contexts") }}),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    candidates as (
        select
            ranking_contexts.system_id as retriever,
            pairs.context_id,
            pairs.image_id,
            pairs.funniness_unit as gain,
            case when pairs.is_funny_to_all then 1e0 else 0e0 end as hit_all,
            case when pairs.is_funny_to_four_fifths then 1e0 else 0e0 end as hit_four_fifths,
            rankings.score
        from ranking_contexts
        inner join systems on systems.system_id = ranking_contexts.system_id
        inner join pairs on pairs.context_id = ranking_contexts.context_id
        left join
            rankings
            on rankings.system_id = ranking_contexts.system_id
            and rankings.context_id = pairs.context_id
            and rankings.image_id = pairs.image_id
    ),

    ranked as (
        select
            *, rank() over (partition by retriever, context_id order by score desc nulls last) as first_place
        from candidates
    ),

    final as (
        select
            * exclude (score),
            count(*) over (partition by retriever, context_id, first_place) as group_size,
            count(*) over (partition by retriever, context_id) as candidate_count
        from ranked
    )

select *
from final
