with

    deviations as (select * from {{ ref("int_arteculture__deviations") }}),

    final as (
        select
            cast(image_id as string) as image_id,
            cast(culture as string) as culture,
            cast(reason as string) as reason,
            cast(vote_count as bigint) as vote_count,
            is_breach
        from deviations
    )

select *
from final
