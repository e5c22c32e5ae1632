-- Rankings that hold memes without votes, with those taken out.
with

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    unvoted as (select * from {{ ref("int_mame_re__unvoted_rankings") }}),

    affected as (select distinct system_number, context_number from unvoted),

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
            affected
            on affected.system_number = rankings.system_number
            and affected.context_number = rankings.context_number
        left join
            unvoted
            on unvoted.system_number = rankings.system_number
            and unvoted.context_number = rankings.context_number
            and unvoted.image_number = rankings.image_number
        where unvoted.system_number is null
    )

select *
from final
