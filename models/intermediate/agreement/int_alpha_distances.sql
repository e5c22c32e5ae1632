-- One row per slice, metric and pair of different labels with pairable votes, where the labels have an order.
with

    labels as (select * from {{ ref("int_slice_labels") }}),

    slices as (select * from {{ ref("int_slices") }}),

    coefficients as (
        select * from {{ ref("agreement_coefficients") }} where coefficient = 'krippendorff_alpha'
    ),

    ranked as (
        select
            *,
            cast(
                sum(pairable_vote_count) over (
                    partition by group_number, breakdown, breakdown_value order by label_number
                ) as bigint
            ) as vote_rank
        from labels
        where pairable_vote_count > 0 and scale_value is not null
    ),

    final as (
        select
            a.group_number,
            a.breakdown,
            a.breakdown_value,
            coefficients.weights as metric,
            a.label_number as label_number_a,
            b.label_number as label_number_b,
            cast(a.pairable_vote_count as double) * b.pairable_vote_count as vote_product,
            {{
                alpha_distance(
                    "coefficients.weights",
                    "a.scale_value",
                    "b.scale_value",
                    "a.pairable_vote_count",
                    "b.pairable_vote_count",
                    "a.vote_rank",
                    "b.vote_rank",
                )
            }} as distance
        from ranked as a
        inner join
            ranked as b
            on b.group_number = a.group_number
            and b.breakdown = a.breakdown
            and b.breakdown_value = a.breakdown_value
            and b.label_number > a.label_number
        inner join
            slices
            on slices.group_number = a.group_number
            and slices.breakdown = a.breakdown
            and slices.breakdown_value = a.breakdown_value
        inner join
            coefficients
            on coefficients.weights in ('ordinal', 'interval')
            -- A ratio of values of both signs means nothing.
            or (coefficients.weights = 'ratio' and slices.least_pairable_value >= 0e0)
    )

select *
from final
