-- One row per slice with named raters only, pair of raters and their two labels: the items, and the labels'
-- places.
with

    pairs as (select * from {{ ref("int_rater_pairs") }}),

    answers as (select * from {{ ref("int_rater_answers") }}),

    slices as (select * from {{ ref("int_slices") }}),

    final as (
        select
            pairs.slice_number,
            a.rater_number as rater_number_a,
            b.rater_number as rater_number_b,
            a.label_number as label_number_a,
            b.label_number as label_number_b,
            a.scale_value as scale_value_a,
            b.scale_value as scale_value_b,
            a.value_range,
            pairs.item_count
        from pairs
        inner join answers as a on a.answer_number = pairs.answer_number_a
        inner join answers as b on b.answer_number = pairs.answer_number_b
        -- With an anonymous rater in the slice there are pairs that nobody can form.
        inner join slices on slices.slice_number = pairs.slice_number and slices.rater_count is not null
    )

select *
from final
