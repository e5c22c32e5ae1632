-- One row per slice and pair of different labels: how often they meet on an item, each item worth its votes.
with

    slices as (select * from {{ ref("int_slice_patterns") }}),

    pairs as (select * from {{ ref("int_pattern_pairs") }}),

    final as (
        select
            slices.group_number,
            slices.breakdown,
            slices.breakdown_value,
            pairs.label_number_a,
            pairs.label_number_b,
            {{ fsum("slices.item_count * pairs.vote_pair_count / (pairs.vote_total - 1e0)") }} as coincidence
        from slices
        inner join
            pairs on pairs.group_number = slices.group_number and pairs.pattern_code = slices.pattern_code
        group by
            slices.group_number,
            slices.breakdown,
            slices.breakdown_value,
            pairs.label_number_a,
            pairs.label_number_b
    )

select *
from final
