-- One row per slice, coefficient, weights and pattern: how much the pattern's own votes move the chance
-- agreement.
with

    slices as (select * from {{ ref("int_slice_patterns") }}),

    votes as (select * from {{ ref("int_pattern_votes") }}),

    expectations as (select * from {{ ref("int_label_expectations") }}),

    weights as (select * from {{ ref("int_group_weights") }}),

    summed as (
        select
            slices.group_number,
            slices.breakdown,
            slices.breakdown_value,
            slices.pattern_code,
            expectations.weights,
            {{
                fsum(
                    "expectations.expected_agreement * (votes.vote_count / cast(votes.vote_total as double))"
                )
            }} as same_sum,
            {{ fsum("(1e0 - expectations.share) * (votes.vote_count / cast(votes.vote_total as double))") }}
            as spread_sum
        from slices
        inner join
            votes on votes.group_number = slices.group_number and votes.pattern_code = slices.pattern_code
        inner join
            expectations
            on expectations.group_number = slices.group_number
            and expectations.breakdown = slices.breakdown
            and expectations.breakdown_value = slices.breakdown_value
            and expectations.label_number = votes.label_number
            and expectations.marginals = 'mean_of_proportions'
        group by
            slices.group_number,
            slices.breakdown,
            slices.breakdown_value,
            slices.pattern_code,
            expectations.weights
    ),

    final as (
        select
            summed.* exclude (same_sum, spread_sum),
            summed.same_sum as fleiss_expectation,
            weights.weight_sum
            / nullif(weights.label_count * (weights.label_count - 1e0), 0e0)
            * summed.spread_sum as gwet_expectation
        from summed
        inner join weights on weights.group_number = summed.group_number and weights.weights = summed.weights
    )

select *
from final
