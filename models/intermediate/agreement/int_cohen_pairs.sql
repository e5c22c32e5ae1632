-- One row per slice and pair of raters: items that both answered, and their disagreement, seen and by chance,
-- under each weights.
with

    pair_labels as (select * from {{ ref("int_rater_pair_labels") }}),

    seen as (
        select
            slice_number,
            rater_number_a,
            rater_number_b,
            cast(sum(item_count) as bigint) as item_count,
            {{ weighted_distances("item_count") }}
        from pair_labels
        group by slice_number, rater_number_a, rater_number_b
    ),

    of_a as (
        select
            slice_number,
            rater_number_a,
            rater_number_b,
            label_number_a,
            scale_value_a,
            value_range,
            cast(sum(item_count) as bigint) as label_count
        from pair_labels
        group by slice_number, rater_number_a, rater_number_b, label_number_a, scale_value_a, value_range
    ),

    of_b as (
        select
            slice_number,
            rater_number_a,
            rater_number_b,
            label_number_b,
            scale_value_b,
            cast(sum(item_count) as bigint) as label_count
        from pair_labels
        group by slice_number, rater_number_a, rater_number_b, label_number_b, scale_value_b
    ),

    chance as (
        select
            of_a.slice_number,
            of_a.rater_number_a,
            of_a.rater_number_b,
            {{ weighted_distances("of_a.label_count * of_b.label_count") }}
        from of_a
        inner join
            of_b
            on of_b.slice_number = of_a.slice_number
            and of_b.rater_number_a = of_a.rater_number_a
            and of_b.rater_number_b = of_a.rater_number_b
        group by of_a.slice_number, of_a.rater_number_a, of_a.rater_number_b
    ),

    final as (
        select
            seen.slice_number,
            seen.rater_number_a,
            seen.rater_number_b,
            seen.item_count,
            seen.identity_distance as seen_identity_distance,
            seen.linear_distance as seen_linear_distance,
            seen.quadratic_distance as seen_quadratic_distance,
            chance.identity_distance as chance_identity_distance,
            chance.linear_distance as chance_linear_distance,
            chance.quadratic_distance as chance_quadratic_distance
        from seen
        inner join
            chance
            on chance.slice_number = seen.slice_number
            and chance.rater_number_a = seen.rater_number_a
            and chance.rater_number_b = seen.rater_number_b
    )

select *
from final
