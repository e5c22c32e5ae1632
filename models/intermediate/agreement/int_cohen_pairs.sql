-- One row per slice, pair of raters and weights: Cohen's kappa on the items that both answered; NULL where both
-- always gave one and the same label.
with

    pairs as (select * from {{ ref("int_rater_pairs") }}),

    slices as (select * from {{ ref("int_slices") }}),

    labels as (select * from {{ ref("int_vote_labels") }}),

    weights as (select * from {{ ref("int_group_weights") }}),

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
        select of_a.* exclude (label_count), of_b.label_number_b, of_a.label_count * of_b.label_count as expected_count
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
        select
            combinations.group_number,
            combinations.breakdown,
            combinations.breakdown_value,
            combinations.rater_a,
            combinations.rater_b,
            weights.weights,
            cast(sum(coalesce(known.item_count, 0)) as bigint) as item_count,
            case
                when count_if(combinations.label_number_a <> combinations.label_number_b) > 0
                then
                    1e0
                    - cast(sum(coalesce(known.item_count, 0)) as double)
                    * {{ fsum("coalesce(known.item_count, 0) * " ~ cohen_distance()) }}
                    / {{ fsum("combinations.expected_count * " ~ cohen_distance()) }}
            end as kappa
        from combinations
        inner join weights on weights.group_number = combinations.group_number
        inner join
            labels as a
            on a.group_number = combinations.group_number
            and a.label_number = combinations.label_number_a
        inner join
            labels as b
            on b.group_number = combinations.group_number
            and b.label_number = combinations.label_number_b
        left join
            known
            on known.group_number = combinations.group_number
            and known.breakdown = combinations.breakdown
            and known.breakdown_value = combinations.breakdown_value
            and known.rater_a = combinations.rater_a
            and known.rater_b = combinations.rater_b
            and known.label_number_a = combinations.label_number_a
            and known.label_number_b = combinations.label_number_b
        group by
            combinations.group_number,
            combinations.breakdown,
            combinations.breakdown_value,
            combinations.rater_a,
            combinations.rater_b,
            weights.weights
    )

select *
from final
