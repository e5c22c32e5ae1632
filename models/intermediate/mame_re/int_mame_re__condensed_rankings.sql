-- Rankings that hold memes without votes, with those taken out.
with

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    unvoted as (select * from {{ ref("int_mame_re__unvoted_rankings") }}),

    affected as (select distinct system_id, context_id from unvoted),

    final as (
        select
            rankings.system_id,
            rankings.context_id,
            rankings.image_id,
            rank() over (
                partition by rankings.system_id, rankings.context_id order by rankings.score desc
            ) as first_place
        from rankings
        inner join
            affected on affected.system_id = rankings.system_id and affected.context_id = rankings.context_id
        left join
            unvoted
            on unvoted.system_id = rankings.system_id
            and unvoted.context_id = rankings.context_id
            and unvoted.image_id = rankings.image_id
        where unvoted.system_id is null
    )

select *
from final
