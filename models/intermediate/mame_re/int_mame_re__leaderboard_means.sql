with

    scores as (select * from {{ ref("int_mame_re__context_scores") }}),

    final as (
        select
            convention_id,
            pool_id,
            system_id,
            is_reference,
            count(*) as context_count,
            cast(sum(response_count) as bigint) as response_count,
            {{ fsum("score_sum") }} / sum(response_count) as score_at_1,
            {{ fsum("best_sum") }} / sum(response_count) as score_at_1_best,
            {{ fsum("worst_sum") }} / sum(response_count) as score_at_1_worst,
            {{ favg("score_sum / response_count") }} as score_at_1_context_mean,
            {{ fsum("chr_all_sum") }} / sum(response_count) as chr_all,
            {{ fsum("chr_four_fifths_sum") }} / sum(response_count) as chr_four_fifths
        from scores
        group by convention_id, pool_id, system_id, is_reference
    )

select *
from final
