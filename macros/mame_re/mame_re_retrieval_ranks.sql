{#
    Every meme with votes at its places in a retriever's ranking, those it left out tied behind the rest. Reads the
    relations retrievers, partial_contexts, pairs and rankings.
#}
{% macro mame_re_retrieval_ranks() -%}
    select
        candidates.retriever_number,
        candidates.context_number,
        candidates.gain,
        candidates.hit_all,
        candidates.hit_four_fifths,
        rank() over by_score as first_place,
        -- Counts through the last meme of the same score.
        count(*) over by_score as last_place
    from
        (
            select
                retrievers.retriever_number,
                pairs.context_number,
                rankings.score,
                pairs.funniness_unit as gain,
                case when pairs.is_funny_to_all then 1e0 else 0e0 end as hit_all,
                case when pairs.is_funny_to_four_fifths then 1e0 else 0e0 end as hit_four_fifths
            from retrievers
            inner join rankings on rankings.system_number = retrievers.retriever_number
            inner join
                pairs
                on pairs.context_number = rankings.context_number
                and pairs.image_number = rankings.image_number
            union all
            select
                retrievers.retriever_number,
                pairs.context_number,
                cast(null as double) as score,
                pairs.funniness_unit as gain,
                case when pairs.is_funny_to_all then 1e0 else 0e0 end as hit_all,
                case when pairs.is_funny_to_four_fifths then 1e0 else 0e0 end as hit_four_fifths
            from retrievers
            inner join partial_contexts on partial_contexts.system_number = retrievers.retriever_number
            inner join pairs on pairs.context_number = partial_contexts.context_number
            left join
                rankings
                on rankings.system_number = partial_contexts.system_number
                and rankings.context_number = pairs.context_number
                and rankings.image_number = pairs.image_number
            where rankings.system_number is null
        ) as candidates
    window
        by_score as (
            partition by candidates.retriever_number, candidates.context_number
            order by candidates.score desc nulls last
        )
{%- endmacro %}
