-- The places that nDCG@5 reads, with what they are worth together with all before them.
with

    places as (select cast(range as bigint) as place from range(6)),

    final as (
        select places.place, {{ fsum(mame_re_discount("earlier.place")) }} as discount_sum
        from places
        inner join places as earlier on earlier.place <= places.place
        group by places.place
    )

select *
from final
