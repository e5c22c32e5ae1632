with

    slices as (select * from {{ ref("int_slices") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    coefficients as (select * from {{ ref("agreement_coefficients") }}),

    agreement_values as (select * from {{ ref("int_agreement_values") }}),

    statuses as (
        select
            slices.*,
            coefficients.coefficient,
            coefficients.weights,
            coefficients.marginals,
            case
                when coefficients.needs_scale and not slices.has_scale
                then 'no_scale'
                when slices.rater_count = 1
                then 'single_rater'
                when coefficients.coefficient = 'cohen_kappa_mean' and slices.rater_count is null
                then 'anonymous_raters'
                when coefficients.coefficient = 'cohen_kappa_mean' and slices.has_too_many_pairs
                then 'too_many_pairs'
                when slices.pairable_item_count = 0
                then 'no_pairable_items'
                when slices.used_label_count = 1
                then 'single_category'
                when coefficients.coefficient = 'krippendorff_alpha' and slices.pairable_label_count = 1
                then 'single_category'
                when coefficients.weights = 'ratio' and slices.least_pairable_value < 0e0
                then 'negative_values'
                else 'ok'
            end as slice_status
        from slices
        cross join coefficients
    ),

    final as (
        select
            vote_groups.benchmark,
            vote_groups.panel,
            vote_groups.question,
            statuses.breakdown,
            statuses.breakdown_value,
            statuses.coefficient,
            statuses.weights,
            statuses.marginals,
            agreement_values.value,
            agreement_values.standard_error,
            case
                -- Every pair of raters gave one label throughout, each pair its own.
                when statuses.slice_status = 'ok' and agreement_values.value is null
                then 'single_category'
                else statuses.slice_status
            end as status,
            statuses.item_count,
            statuses.pairable_item_count,
            cast(statuses.rater_count as bigint) as rater_count,
            statuses.rating_count,
            agreement_values.observed_agreement,
            agreement_values.expected_agreement,
            agreement_values.rater_pair_count,
            agreement_values.undefined_pair_count
        from statuses
        inner join vote_groups on vote_groups.group_number = statuses.group_number
        left join
            agreement_values
            on agreement_values.group_number = statuses.group_number
            and agreement_values.breakdown = statuses.breakdown
            and agreement_values.breakdown_value = statuses.breakdown_value
            and agreement_values.coefficient = statuses.coefficient
            and agreement_values.weights = statuses.weights
            and agreement_values.marginals = statuses.marginals
    )

select *
from final
