-- What choosing blindly and choosing best give in a context among all memes with votes, and its ideal
-- ranking.
with

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    placed as (
        select
            *,
            row_number() over (
                partition by context_number order by funniness_unit desc, image_number
            ) as best_place,
            row_number() over (
                partition by context_number order by funniness_unit, image_number
            ) as worst_place
        from pairs
    ),

    final as (
        select
            context_number,
            min(context_id) as context_id,
            count(*) as candidate_count,
            {{ favg("funniness_unit") }} as mean_gain,
            max(funniness_unit) as best_gain,
            min(funniness_unit) as worst_gain,
            count(case when is_funny_to_all then 1 end) as funny_to_all_count,
            count(case when is_funny_to_four_fifths then 1 end) as funny_to_four_fifths_count,
            {{ fsum("funniness_unit * (" ~ mame_re_discount("best_place") ~ ")") }} as ideal_dcg,
            {{ fsum("funniness_unit * (" ~ mame_re_discount("worst_place") ~ ")") }} as worst_dcg,
            {{ fsum(mame_re_discount("best_place")) }} as discount_sum
        from placed
        group by context_number
    )

select *
from final
