with

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    final as (
        select
            cast(context_id as string) as context_id,
            cast(image_id as string) as image_id,
            cast(funny_count as bigint) as funny_count,
            cast(vote_count as bigint) as vote_count,
            funniness_unit,
            cast(consensus as string) as consensus
        from pairs
    )

select *
from final
