-- One row per group and rater who answers as another one does on every subject of theirs, 20 or more, two
-- labels or more.
with

    pairs as (select * from {{ ref("int_rater_pairs") }} where breakdown = 'all'),

    compared as (
        select
            group_number,
            rater_a,
            rater_b,
            cast(sum(item_count) as bigint) as shared_count,
            count(*) as label_pair_count,
            cast(count_if(label_number_a <> label_number_b) as bigint) as different_pair_count
        from pairs
        group by group_number, rater_a, rater_b
    ),

    copies as (
        select * from compared where shared_count >= 20 and label_pair_count >= 2 and different_pair_count = 0
    ),

    final as (
        select group_number, rater_a as rater_id
        from copies
        union
        select group_number, rater_b as rater_id
        from copies
    )

select *
from final
