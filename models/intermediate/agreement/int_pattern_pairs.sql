-- One row per pattern and pair of different labels in it, each pair once.
with

    votes as (select * from {{ ref("int_pattern_votes") }}),

    final as (
        select
            a.group_number,
            a.pattern_code,
            a.vote_total,
            a.label_number as label_number_a,
            b.label_number as label_number_b,
            a.scale_value as scale_value_a,
            b.scale_value as scale_value_b,
            -- As a double: many items times such a product may pass 64 bits.
            cast(a.vote_count as double) * b.vote_count as vote_pair_count
        from votes as a
        inner join
            votes as b
            on b.group_number = a.group_number
            and b.pattern_code = a.pattern_code
            and b.label_number > a.label_number
    )

select *
from final
