-- Choosing blindly and choosing best in each retrieved set, over all draws that a tie at the cut allows.
with

    draws as (select * from {{ ref("int_mame_re__retrieved_draws") }}),

    surely as (
        select
            retriever,
            k,
            context_id,
            max(gain) as best_gain,
            min(gain) as worst_gain,
            max(hit_all) as best_hit_all,
            max(hit_four_fifths) as best_hit_four_fifths
        from draws
        where not is_cut
        group by retriever, k, context_id
    ),

    final as (
        select
            draws.retriever,
            draws.k,
            draws.context_id,
            max(draws.candidate_count) < draws.k as is_short,
            count(case when draws.is_cut then 1 end) > 0 as is_tied_at_cut,
            max(draws.gain) as best_gain,
            min(draws.gain) as worst_gain,
            {{ fsum("draws.gain * draws.inclusion") }} / least(draws.k, max(draws.candidate_count)) as mean_gain,
            {{ fsum("draws.hit_all * draws.inclusion") }}
            / least(draws.k, max(draws.candidate_count)) as mean_hit_all,
            {{ fsum("draws.hit_four_fifths * draws.inclusion") }}
            / least(draws.k, max(draws.candidate_count)) as mean_hit_four_fifths,
            case
                when count(draws.best_chance) = 0
                then max(draws.gain)
                else {{ fsum("draws.best_chance * greatest(draws.gain, coalesce(surely.best_gain, 0e0))") }}
            end as oracle_gain,
            case
                when count(draws.best_chance) = 0
                then max(draws.hit_all)
                else {{ fsum("draws.best_chance * greatest(draws.hit_all, coalesce(surely.best_hit_all, 0e0))") }}
            end as oracle_hit_all,
            case
                when count(draws.best_chance) = 0
                then max(draws.hit_four_fifths)
                else {{ fsum("draws.best_chance * greatest(draws.hit_four_fifths, coalesce(surely.best_hit_four_fifths, 0e0))") }}
            end as oracle_hit_four_fifths
        from draws
        left join
            surely
            on surely.retriever = draws.retriever
            and surely.k = draws.k
            and surely.context_id = draws.context_id
        group by draws.retriever, draws.k, draws.context_id
    )

select *
from final
