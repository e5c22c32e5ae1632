-- Memes that can come into a system's first five, with their place: memes of one score share the first of
-- their group.
with

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    fifth_scores as (select * from {{ ref("int_mame_re__fifth_scores") }}),

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
