-- One row per group and weights that its scale allows, with the sum of all weights over the declared scale.
with

    coefficients as (select * from {{ ref("agreement_coefficients") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    labels as (select * from {{ ref("int_vote_labels") }}),

    allowed as (
        select
            vote_groups.group_number, vote_groups.label_count, vote_groups.value_range, coefficients.weights
        from vote_groups
        inner join
            coefficients
            on coefficients.coefficient = 'observed_agreement'
            and (vote_groups.scale is not null or not coefficients.needs_scale)
    ),

    distances as (
        select
            allowed.group_number,
            allowed.weights,
            {{
                fsum(
                    label_distance(
                        "allowed.weights",
                        "a.label_number",
                        "b.label_number",
                        "a.scale_value",
                        "b.scale_value",
                        "allowed.value_range",
                    )
                )
            }} as distance_sum
        from allowed
        inner join labels as a on a.group_number = allowed.group_number
        inner join labels as b on b.group_number = allowed.group_number
        where allowed.label_count is not null
        group by allowed.group_number, allowed.weights
    ),

    final as (
        select
            allowed.group_number,
            allowed.weights,
            allowed.value_range,
            cast(allowed.label_count as double) as label_count,
            cast(allowed.label_count as double) * cast(allowed.label_count as double)
            - distances.distance_sum as weight_sum
        from allowed
        left join
            distances on distances.group_number = allowed.group_number and distances.weights = allowed.weights
    )

select *
from final
