-- Memes that can come into a system's first five, with their place: memes of one score share the first of
-- their group.
with

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    -- Any five rows with the highest scores have the same lowest score, whichever of tied rows they are.
    -- Ordering by the score alone is what lets the engine keep five rows a group instead of sorting all.
    five_scores as (
        select system_number, context_number, score
        from rankings
        qualify row_number() over (partition by system_number, context_number order by score desc) <= 5
    ),

    fifth_scores as (
        select system_number, context_number, min(score) as fifth_score
        from five_scores
        group by system_number, context_number
    ),

    final as (
        select
            rankings.system_number,
            rankings.context_number,
            rankings.image_number,
            rank() over (
                partition by rankings.system_number, rankings.context_number order by rankings.score desc
            ) as first_place
        from rankings
        inner join
            fifth_scores
            on fifth_scores.system_number = rankings.system_number
            and fifth_scores.context_number = rankings.context_number
            and rankings.score >= fifth_scores.fifth_score
    )

select *
from final
