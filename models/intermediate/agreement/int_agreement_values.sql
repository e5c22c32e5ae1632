-- One row per slice, coefficient, weights and rule for marginals that has a value.
with

    observed as (select * from {{ ref("int_slice_agreement") }}),

    corrected as (select * from {{ ref("int_chance_corrected") }}),

    errors as (select * from {{ ref("int_agreement_errors") }}),

    alpha as (select * from {{ ref("int_alpha") }}),

    cohen as (select * from {{ ref("int_cohen") }}),

    final as (
        select
            group_number,
            breakdown,
            breakdown_value,
            'observed_agreement' as coefficient,
            weights,
            'none' as marginals,
            observed_agreement as value,
            cast(null as double) as standard_error,
            observed_agreement,
            cast(null as double) as expected_agreement,
            cast(null as bigint) as rater_pair_count,
            cast(null as bigint) as undefined_pair_count
        from observed
        union all
        select
            corrected.group_number,
            corrected.breakdown,
            corrected.breakdown_value,
            corrected.coefficient,
            corrected.weights,
            corrected.marginals,
            corrected.value,
            errors.standard_error,
            corrected.observed_agreement,
            corrected.expected_agreement,
            null as rater_pair_count,
            null as undefined_pair_count
        from corrected
        left join
            errors
            on errors.group_number = corrected.group_number
            and errors.breakdown = corrected.breakdown
            and errors.breakdown_value = corrected.breakdown_value
            and errors.coefficient = corrected.coefficient
            and errors.weights = corrected.weights
            and corrected.marginals <> 'pooled'
        union all
        select
            group_number,
            breakdown,
            breakdown_value,
            'krippendorff_alpha' as coefficient,
            metric as weights,
            'none' as marginals,
            value,
            null as standard_error,
            observed_agreement,
            expected_agreement,
            null as rater_pair_count,
            null as undefined_pair_count
        from alpha
        union all
        select
            group_number,
            breakdown,
            breakdown_value,
            'cohen_kappa_mean' as coefficient,
            weights,
            'none' as marginals,
            value,
            null as standard_error,
            null as observed_agreement,
            null as expected_agreement,
            rater_pair_count,
            undefined_pair_count
        from cohen
    )

select *
from final
