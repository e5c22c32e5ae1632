-- One row per slice, coefficient, weights and rule for marginals: the agreement that chance would give.
with

    expectations as (select * from {{ ref("int_label_expectations") }}),

    slices as (select * from {{ ref("int_slices") }}),

    weights as (select * from {{ ref("int_group_weights") }}),

    summed as (
        select
            group_number,
            breakdown,
            breakdown_value,
            weights,
            marginals,
            {{ fsum("share * expected_agreement") }} as same_sum,
            {{ fsum("share * (1e0 - share)") }} as spread_sum
        from expectations
        group by group_number, breakdown, breakdown_value, weights, marginals
    ),

    fleiss as (
        select
            group_number,
            breakdown,
            breakdown_value,
            'fleiss_kappa' as coefficient,
            weights,
            marginals,
            same_sum as expected_agreement
        from summed
    ),

    gwet as (
        select
            summed.group_number,
            summed.breakdown,
            summed.breakdown_value,
            'gwet_ac' as coefficient,
            summed.weights,
            summed.marginals,
            weights.weight_sum
            / nullif(weights.label_count * (weights.label_count - 1e0), 0e0)
            * summed.spread_sum as expected_agreement
        from summed
        inner join weights on weights.group_number = summed.group_number and weights.weights = summed.weights
        where weights.label_count is not null
    ),

    brennan_prediger as (
        select
            slices.group_number,
            slices.breakdown,
            slices.breakdown_value,
            'brennan_prediger' as coefficient,
            weights.weights,
            'none' as marginals,
            weights.weight_sum / (weights.label_count * weights.label_count) as expected_agreement
        from slices
        inner join weights on weights.group_number = slices.group_number
        where weights.label_count is not null
    ),

    final as (
        select *
        from fleiss
        union all
        select *
        from gwet
        union all
        select *
        from brennan_prediger
    )

select *
from final
