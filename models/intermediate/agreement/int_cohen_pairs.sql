-- One row per slice, pair of raters and weights: Cohen's kappa on the items that both answered; NULL where
-- both
-- always gave one and the same label.
with

    combinations as (select * from {{ ref("int_rater_pair_labels") }}),

    labels as (select * from {{ ref("int_vote_labels") }}),

    weights as (select * from {{ ref("int_group_weights") }}),

    distances as (
        select
            combinations.*,
            weights.weights,
            {{
                label_distance(
                    "weights.weights",
                    "a.label_number",
                    "b.label_number",
                    "a.scale_value",
                    "b.scale_value",
                    "weights.value_range",
                )
            }} as distance
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
    ),

    final as (
        select
            group_number,
            breakdown,
            breakdown_value,
            rater_a,
            rater_b,
            weights,
            cast(sum(item_count) as bigint) as item_count,
            case
                when count_if(label_number_a <> label_number_b) > 0
                then
                    1e0
                    - cast(sum(item_count) as double)
                    * {{ fsum("item_count * distance") }}
                    / {{ fsum("expected_count * distance") }}
            end as kappa
        from distances
        group by group_number, breakdown, breakdown_value, rater_a, rater_b, weights
    )

select *
from final
