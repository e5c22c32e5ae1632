{#
    Choosing blindly and choosing best in each retrieved set, over all draws that a tie at the cut allows. Reads the
    relations members, ties, sizes and ranking_contexts.
#}
{% macro mame_re_retrieved_scores() -%}
    select
        sizes.retriever,
        sizes.k,
        sizes.is_reranked_size,
        ranking_contexts.context_id,
        ranking_contexts.candidate_count < sizes.k as is_short,
        drawn.retriever_number is not null as is_tied_at_cut,
        (coalesce(members.gain_sum, 0e0) + coalesce(drawn.gain_sum, 0e0))
        / least(sizes.k, ranking_contexts.candidate_count) as mean_gain,
        (coalesce(members.hit_all_sum, 0e0) + coalesce(drawn.hit_all_sum, 0e0))
        / least(sizes.k, ranking_contexts.candidate_count) as mean_hit_all,
        (coalesce(members.hit_four_fifths_sum, 0e0) + coalesce(drawn.hit_four_fifths_sum, 0e0))
        / least(sizes.k, ranking_contexts.candidate_count) as mean_hit_four_fifths,
        -- Of a group that the cut divides, any meme may be let in.
        greatest(members.best_gain, drawn.best_gain) as best_gain,
        least(members.least_gain, drawn.least_gain) as worst_gain,
        coalesce(drawn.oracle_gain, members.best_gain) as oracle_gain,
        coalesce(drawn.oracle_hit_all, members.best_hit_all) as oracle_hit_all,
        coalesce(drawn.oracle_hit_four_fifths, members.best_hit_four_fifths) as oracle_hit_four_fifths
    from sizes
    inner join ranking_contexts on ranking_contexts.system_number = sizes.retriever_number
    left join
        members
        on members.retriever_number = sizes.retriever_number
        and members.k = sizes.k
        and members.context_number = ranking_contexts.context_number
    left join
        (
            select
                ties.retriever_number,
                ties.k,
                ties.context_number,
                {{ fsum("ties.gain * ties.inclusion") }} as gain_sum,
                {{ fsum("ties.hit_all * ties.inclusion") }} as hit_all_sum,
                {{ fsum("ties.hit_four_fifths * ties.inclusion") }} as hit_four_fifths_sum,
                max(ties.gain) as best_gain,
                min(ties.gain) as least_gain,
                -- The chances sum to 1 but for rounding, which their own sum takes out.
                {{ fsum("ties.best_chance * greatest(ties.gain, coalesce(members.best_gain, 0e0))") }}
                / {{ fsum("ties.best_chance") }} as oracle_gain,
                {{ fsum("ties.best_chance * greatest(ties.hit_all, coalesce(members.best_hit_all, 0e0))") }}
                / {{ fsum("ties.best_chance") }} as oracle_hit_all,
                {{
                    fsum(
                        "ties.best_chance * greatest(ties.hit_four_fifths, coalesce(members.best_hit_four_fifths, 0e0))"
                    )
                }}
                / {{ fsum("ties.best_chance") }} as oracle_hit_four_fifths
            from ties
            left join
                members
                on members.retriever_number = ties.retriever_number
                and members.k = ties.k
                and members.context_number = ties.context_number
            group by ties.retriever_number, ties.k, ties.context_number
        ) as drawn
        on drawn.retriever_number = sizes.retriever_number
        and drawn.k = sizes.k
        and drawn.context_number = ranking_contexts.context_number
{%- endmacro %}
