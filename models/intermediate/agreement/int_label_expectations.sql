-- One row per slice, weights, rule for marginals and label: its share, and its expected agreement with a
-- random label.
with

    labels as (select * from {{ ref("int_slice_labels") }}),

    weights as (select * from {{ ref("int_group_weights") }}),

    shares as (
        select
            group_number,
            breakdown,
            breakdown_value,
            label_number,
            scale_value,
            'mean_of_proportions' as marginals,
            mean_of_proportions_share as share
        from labels
        union all
        select
            group_number,
            breakdown,
            breakdown_value,
            label_number,
            scale_value,
            'pooled' as marginals,
            pooled_share as share
        from labels
    ),

    -- Labels of an undeclared set may be many: only the same label counts there, without a join of all pairs.
    same_label as (
        select shares.*, weights.weights, shares.share as expected_agreement
        from shares
        inner join weights on weights.group_number = shares.group_number and weights.weights = 'identity'
    ),

    near_labels as (
        select
            a.group_number,
            a.breakdown,
            a.breakdown_value,
            a.label_number,
            a.scale_value,
            a.marginals,
            a.share,
            weights.weights,
            {{
                fsum(
                    "b.share * (1e0 - "
                    ~ label_distance(
                        "weights.weights",
                        "a.label_number",
                        "b.label_number",
                        "a.scale_value",
                        "b.scale_value",
                        "weights.value_range",
                    )
                    ~ ")"
                )
            }} as expected_agreement
        from shares as a
        inner join
            shares as b
            on b.group_number = a.group_number
            and b.breakdown = a.breakdown
            and b.breakdown_value = a.breakdown_value
            and b.marginals = a.marginals
        inner join weights on weights.group_number = a.group_number and weights.weights <> 'identity'
        group by
            a.group_number,
            a.breakdown,
            a.breakdown_value,
            a.label_number,
            a.scale_value,
            a.marginals,
            a.share,
            weights.weights
    ),

    final as (
        select *
        from same_label
        union all
        select *
        from near_labels
    )

select *
from final
