-- One row per group and distinct pattern of vote counts: few, however many items there are.
with

    items as (select * from {{ ref("int_item_votes") }}),

    final as (
        select group_number, pattern_code, vote_total, count(*) as item_count
        from items
        group by group_number, pattern_code, vote_total
    )

select *
from final
