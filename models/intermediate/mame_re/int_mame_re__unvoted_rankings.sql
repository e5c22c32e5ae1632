-- Ranked memes without votes in their context.
with

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    unvoted as (select * from {{ ref("int_mame_re__unvoted_pairs") }}),

    final as (
        select rankings.*
        from rankings
        inner join
            unvoted
            on unvoted.context_number = rankings.context_number
            and unvoted.image_number = rankings.image_number
    )

select *
from final
