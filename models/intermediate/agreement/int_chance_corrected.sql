-- One row per slice, coefficient, weights and rule for marginals, where both agreements are defined.
-- A value stands here only where more than one label is used: decided on counts, not on how a quotient
-- rounds.
with

    slices as (select * from {{ ref("int_slices") }}),

    observed as (select * from {{ ref("int_slice_agreement") }}),

    expected as (select * from {{ ref("int_chance_agreement") }}),

    final as (
        select
            expected.group_number,
            expected.breakdown,
            expected.breakdown_value,
            expected.coefficient,
            expected.weights,
            expected.marginals,
            observed.observed_agreement,
            expected.expected_agreement,
            case
                when slices.used_label_count > 1
                then {{ chance_corrected("observed.observed_agreement", "expected.expected_agreement") }}
                when expected.coefficient in ('gwet_ac', 'brennan_prediger')
                then 1e0
            end as value
        from expected
        inner join
            slices
            on slices.group_number = expected.group_number
            and slices.breakdown = expected.breakdown
            and slices.breakdown_value = expected.breakdown_value
        inner join
            observed
            on observed.group_number = expected.group_number
            and observed.breakdown = expected.breakdown
            and observed.breakdown_value = expected.breakdown_value
            and observed.weights = expected.weights
    )

select *
from final
