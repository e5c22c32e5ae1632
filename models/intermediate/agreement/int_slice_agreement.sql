-- One row per slice and weights: observed agreement, the mean over items of two or more votes.
with

    slices as (select * from {{ ref("int_slice_patterns") }}),

    agreements as (select * from {{ ref("int_pattern_agreement") }}),

    final as (
        select
            slices.group_number,
            slices.breakdown,
            slices.breakdown_value,
            agreements.weights,
            {{ fsum("slices.item_count * agreements.agreement") }}
            / cast(sum(slices.item_count) as double) as observed_agreement
        from slices
        inner join
            agreements
            on agreements.group_number = slices.group_number
            and agreements.pattern_code = slices.pattern_code
        group by slices.group_number, slices.breakdown, slices.breakdown_value, agreements.weights
    )

select *
from final
