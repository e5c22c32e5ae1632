-- One row per slice, coefficient and weights: the standard error over items (Gwet 2014), marginals by
-- proportions.
with

    corrected as (
        select * from {{ ref("int_chance_corrected") }} where marginals in ('mean_of_proportions', 'none')
    ),

    slices as (select * from {{ ref("int_slices") }}),

    slice_patterns as (select * from {{ ref("int_slice_patterns") }}),

    agreements as (select * from {{ ref("int_pattern_agreement") }}),

    expectations as (select * from {{ ref("int_pattern_expectations") }}),

    of_patterns as (
        select
            corrected.group_number,
            corrected.breakdown,
            corrected.breakdown_value,
            corrected.coefficient,
            corrected.weights,
            corrected.value,
            corrected.expected_agreement,
            cast(slices.item_count as double) as item_count,
            slices.item_count / cast(slices.pairable_item_count as double) as pairable_factor,
            slice_patterns.item_count as pattern_item_count,
            -- An item with a single vote agrees with nobody and disagrees with nobody.
            coalesce(agreements.agreement - corrected.expected_agreement, 0e0) as excess_agreement,
            case
                when corrected.coefficient = 'fleiss_kappa'
                then expectations.fleiss_expectation - corrected.expected_agreement
                when corrected.coefficient = 'gwet_ac'
                then expectations.gwet_expectation - corrected.expected_agreement
                else 0e0
            end as excess_expectation
        from corrected
        inner join
            slices
            on slices.group_number = corrected.group_number
            and slices.breakdown = corrected.breakdown
            and slices.breakdown_value = corrected.breakdown_value
        inner join
            slice_patterns
            on slice_patterns.group_number = corrected.group_number
            and slice_patterns.breakdown = corrected.breakdown
            and slice_patterns.breakdown_value = corrected.breakdown_value
        inner join
            expectations
            on expectations.group_number = corrected.group_number
            and expectations.breakdown = corrected.breakdown
            and expectations.breakdown_value = corrected.breakdown_value
            and expectations.weights = corrected.weights
            and expectations.pattern_code = slice_patterns.pattern_code
        left join
            agreements
            on agreements.group_number = corrected.group_number
            and agreements.weights = corrected.weights
            and agreements.pattern_code = slice_patterns.pattern_code
        where slices.item_count > 1 and slices.used_label_count > 1
    ),

    deviations as (
        select
            *,
            pairable_factor * excess_agreement / (1e0 - expected_agreement)
            - 2e0 * (1e0 - value) * excess_expectation / (1e0 - expected_agreement)
            - value as deviation
        from of_patterns
    ),

    final as (
        select
            group_number,
            breakdown,
            breakdown_value,
            coefficient,
            weights,
            sqrt(
                {{ fsum("pattern_item_count * deviation * deviation") }} / (item_count * (item_count - 1e0))
            ) as standard_error
        from deviations
        group by group_number, breakdown, breakdown_value, coefficient, weights, item_count
    )

select *
from final
