-- Landed pairs that are not used. A pair that a benchmark derives has no line of its own to list.
with

    pairs as (select * from {{ ref("int_score_pair_versions") }}),

    final as (
        select
            benchmark,
            'score_pairs' as stage,
            cast(null as string) as system_id,
            pair_id as item_id,
            source_row_id,
            exclusion_reason as reason,
            'comparison ' || comparison || ', dimension ' || dimension as detail
        from pairs
        where exclusion_reason is not null and source_row_id is not null
    )

select *
from final
