{#
    What is in each retrieved set for certain: sums over the memes whose last place is within the cut. Memes are added
    up between neighbouring sizes first, so that each is read once however many sizes there are. Reads the relations
    ranks, sizes and places.
#}
{% macro mame_re_retrieved_members() -%}
    select
        steps.retriever_number,
        sizes.k,
        steps.context_number,
        {{ fsum("steps.gain_sum") }} as gain_sum,
        {{ fsum("steps.hit_all_sum") }} as hit_all_sum,
        {{ fsum("steps.hit_four_fifths_sum") }} as hit_four_fifths_sum,
        max(steps.best_gain) as best_gain,
        min(steps.least_gain) as least_gain,
        max(steps.best_hit_all) as best_hit_all,
        max(steps.best_hit_four_fifths) as best_hit_four_fifths
    from
        (
            select
                ranks.retriever_number,
                ranks.context_number,
                reached.first_k,
                {{ fsum("ranks.gain") }} as gain_sum,
                {{ fsum("ranks.hit_all") }} as hit_all_sum,
                {{ fsum("ranks.hit_four_fifths") }} as hit_four_fifths_sum,
                max(ranks.gain) as best_gain,
                min(ranks.gain) as least_gain,
                max(ranks.hit_all) as best_hit_all,
                max(ranks.hit_four_fifths) as best_hit_four_fifths
            from ranks
            inner join
                (
                    -- The smallest size that reaches a place.
                    select sizes.retriever_number, places.place, min(sizes.k) as first_k
                    from places
                    inner join sizes on sizes.k >= places.place
                    group by sizes.retriever_number, places.place
                ) as reached
                on reached.retriever_number = ranks.retriever_number
                and reached.place = ranks.last_place
            group by ranks.retriever_number, ranks.context_number, reached.first_k
        ) as steps
    inner join sizes on sizes.retriever_number = steps.retriever_number and sizes.k >= steps.first_k
    group by steps.retriever_number, sizes.k, steps.context_number
{%- endmacro %}
