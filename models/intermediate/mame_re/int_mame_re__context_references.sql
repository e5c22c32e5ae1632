-- What choosing blindly and choosing best give in a context among all memes with votes, and its ideal
-- ranking.
with

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    -- By the gain alone: memes of one gain change places without changing any sum, and the engine keeps five
    -- rows a context instead of sorting all.
    best_five as (
        select
            context_number,
            funniness_unit,
            row_number() over (partition by context_number order by funniness_unit desc) as place
        from pairs
        qualify place <= 5
    ),

    worst_five as (
        select
            context_number,
            funniness_unit,
            row_number() over (partition by context_number order by funniness_unit) as place
        from pairs
        qualify place <= 5
    ),

    ideal as (
        select
            context_number,
            {{ fsum("funniness_unit * (" ~ mame_re_discount("place") ~ ")") }} as ideal_dcg,
            {{ fsum(mame_re_discount("place")) }} as discount_sum
        from best_five
        group by context_number
    ),

    worst as (
        select context_number, {{ fsum("funniness_unit * (" ~ mame_re_discount("place") ~ ")") }} as worst_dcg
        from worst_five
        group by context_number
    ),

    counted as (
        select
            context_number,
            min(context_id) as context_id,
            count(*) as candidate_count,
            {{ favg("funniness_unit") }} as mean_gain,
            max(funniness_unit) as best_gain,
            min(funniness_unit) as worst_gain,
            count(case when is_funny_to_all then 1 end) as funny_to_all_count,
            count(case when is_funny_to_four_fifths then 1 end) as funny_to_four_fifths_count
        from pairs
        group by context_number
    ),

    final as (
        select counted.*, ideal.ideal_dcg, worst.worst_dcg, ideal.discount_sum
        from counted
        inner join ideal on ideal.context_number = counted.context_number
        inner join worst on worst.context_number = counted.context_number
    )

select *
from final
