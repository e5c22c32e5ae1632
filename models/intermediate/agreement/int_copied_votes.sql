-- One row per group and rater who answers as another one does on every subject of theirs, 20 or more, two
-- labels or more.
with

    pairs as (select * from {{ ref("int_rater_pairs") }}),

    answers as (select * from {{ ref("int_rater_answers") }}),

    slices as (select * from {{ ref("int_slices") }} where breakdown = 'all'),

    compared as (
        select
            a.group_number,
            a.rater_number as rater_number_a,
            b.rater_number as rater_number_b,
            min(a.rater_id) as rater_a,
            min(b.rater_id) as rater_b,
            cast(sum(pairs.item_count) as bigint) as shared_count,
            count(*) as label_pair_count,
            cast(count_if(a.label_number <> b.label_number) as bigint) as different_pair_count
        from pairs
        inner join slices on slices.slice_number = pairs.slice_number
        inner join answers as a on a.answer_number = pairs.answer_number_a
        inner join answers as b on b.answer_number = pairs.answer_number_b
        group by a.group_number, a.rater_number, b.rater_number
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
