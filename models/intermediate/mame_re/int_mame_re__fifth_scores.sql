-- The fifth highest score of each ranking: what may come into the first five has it or more. A step of its
-- own, because a relation that one statement reads twice is kept whole in between.
with

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    -- Any five rows with the highest scores have the same lowest score, whichever of tied rows they are.
    -- Ordering by the score alone lets the engine keep five rows a group instead of sorting all.
    five_scores as (
        select system_number, context_number, score
        from rankings
        qualify row_number() over (partition by system_number, context_number order by score desc) <= 5
    ),

    final as (
        select system_number, context_number, min(score) as fifth_score
        from five_scores
        group by system_number, context_number
    )

select *
from final
