-- ln(n!) up to the number of memes, for counting draws.
with

    images as (select count(*) as image_count from {{ ref("int_mame_re__images") }}),

    numbers as (select cast(range as bigint) as n from range((select image_count + 1 from images))),

    final as (
        select
            numbers.n, {{ fsum("case when smaller.n > 1 then ln(smaller.n) else 0e0 end") }} as log_factorial
        from numbers
        inner join numbers as smaller on smaller.n <= numbers.n
        group by numbers.n
    )

select *
from final
