-- One row per response: its score, the expectation over tied memes where a ranking decides, best and worst
-- beside it.
with

    choices as (select * from {{ ref("int_mame_re__choices") }}),

    final as (
        select
            pool_id,
            experiment,
            k,
            condition,
            system_id,
            context_id,
            trial,
            outcome,
            is_ranked,
            count(*) as tied_count,
            {{ favg("gain") }} as score_at_1,
            max(gain) as score_at_1_best,
            min(gain) as score_at_1_worst,
            {{ favg("hit_all") }} as chr_all,
            {{ favg("hit_four_fifths") }} as chr_four_fifths
        from choices
        group by pool_id, experiment, k, condition, system_id, context_id, trial, outcome, is_ranked
    )

select *
from final
