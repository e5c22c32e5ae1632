-- Votes of the pairs that annotations are landed for.
with

    answers as (select * from {{ ref("int_mame_re__annotation_versions") }} where exclusion_reason is null),

    final as (
        select
            context_id,
            image_id,
            cast(count(case when label = '1' then 1 end) as bigint) as funny_count,
            cast(count(*) as bigint) as vote_count
        from answers
        group by context_id, image_id
    )

select *
from final
