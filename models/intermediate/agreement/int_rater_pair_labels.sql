-- One row per slice, pair of raters and combination of a label of each: how often it came and would come by
-- chance.
with

    pairs as (select * from {{ ref("int_rater_pairs") }}),

    slices as (select * from {{ ref("int_slices") }}),

    -- With an anonymous rater in the slice there are pairs that nobody can form.
    known as (
        select pairs.*
        from pairs
        inner join
            slices
            on slices.group_number = pairs.group_number
            and slices.breakdown = pairs.breakdown
            and slices.breakdown_value = pairs.breakdown_value
        where slices.rater_count is not null
    ),

    of_a as (
        select
            group_number,
            breakdown,
            breakdown_value,
            rater_a,
            rater_b,
            label_number_a,
            cast(sum(item_count) as bigint) as label_count
        from known
        group by group_number, breakdown, breakdown_value, rater_a, rater_b, label_number_a
    ),

    of_b as (
        select
            group_number,
            breakdown,
            breakdown_value,
            rater_a,
            rater_b,
            label_number_b,
            cast(sum(item_count) as bigint) as label_count
        from known
        group by group_number, breakdown, breakdown_value, rater_a, rater_b, label_number_b
    ),

    combinations as (
        select
            of_a.* exclude (label_count),
            of_b.label_number_b,
            of_a.label_count * of_b.label_count as expected_count
        from of_a
        inner join
            of_b
            on of_b.group_number = of_a.group_number
            and of_b.breakdown = of_a.breakdown
            and of_b.breakdown_value = of_a.breakdown_value
            and of_b.rater_a = of_a.rater_a
            and of_b.rater_b = of_a.rater_b
    ),

    final as (
        select combinations.*, coalesce(known.item_count, 0) as item_count
        from combinations
        left join
            known
            on known.group_number = combinations.group_number
            and known.breakdown = combinations.breakdown
            and known.breakdown_value = combinations.breakdown_value
            and known.rater_a = combinations.rater_a
            and known.rater_b = combinations.rater_b
            and known.label_number_a = combinations.label_number_a
            and known.label_number_b = combinations.label_number_b
    )

select *
from final
