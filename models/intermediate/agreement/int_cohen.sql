-- One row per slice and weights: the mean of Cohen's kappa over the pairs of raters where it is defined. It
-- is not
-- where both always gave one and the same label.
with

    pairs as (select * from {{ ref("int_cohen_pairs") }}),

    slices as (select * from {{ ref("int_slices") }}),

    weights as (select * from {{ ref("int_group_weights") }}),

    weighted as (
        select
            slices.group_number,
            slices.breakdown,
            slices.breakdown_value,
            weights.weights,
            cast(pairs.item_count as double) as item_count,
            case
                weights.weights
                when 'identity'
                then pairs.seen_identity_distance
                when 'linear'
                then pairs.seen_linear_distance
                when 'quadratic'
                then pairs.seen_quadratic_distance
            end as seen_distance,
            nullif(
                case
                    weights.weights
                    when 'identity'
                    then pairs.chance_identity_distance
                    when 'linear'
                    then pairs.chance_linear_distance
                    when 'quadratic'
                    then pairs.chance_quadratic_distance
                end,
                0e0
            ) as chance_distance
        from pairs
        inner join slices on slices.slice_number = pairs.slice_number
        inner join weights on weights.group_number = slices.group_number
    ),

    final as (
        select
            group_number,
            breakdown,
            breakdown_value,
            weights,
            {{ favg("1e0 - item_count * seen_distance / chance_distance") }} as value,
            count(*) as rater_pair_count,
            cast(count_if(chance_distance is null) as bigint) as undefined_pair_count
        from weighted
        group by group_number, breakdown, breakdown_value, weights
    )

select *
from final
