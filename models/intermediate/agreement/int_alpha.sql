-- One row per slice and metric: Krippendorff's alpha, where more than one label is pairable.
with

    labels as (select * from {{ ref("int_slice_labels") }}),

    slices as (select * from {{ ref("int_slices") }}),

    coincidences as (select * from {{ ref("int_coincidences") }}),

    distances as (select * from {{ ref("int_alpha_distances") }}),

    -- Unordered label sets may be large: the pairs of different labels are all pairs less those of one label.
    nominal_expected as (
        select
            group_number,
            breakdown,
            breakdown_value,
            (
                cast(sum(pairable_vote_count) as double) * cast(sum(pairable_vote_count) as double)
                - {{ fsum("cast(pairable_vote_count as double) * pairable_vote_count") }}
            )
            / 2e0 as expected_sum
        from labels
        group by group_number, breakdown, breakdown_value
    ),

    nominal_observed as (
        select group_number, breakdown, breakdown_value, {{ fsum("coincidence") }} as observed_sum
        from coincidences
        group by group_number, breakdown, breakdown_value
    ),

    sums as (
        select
            nominal_expected.group_number,
            nominal_expected.breakdown,
            nominal_expected.breakdown_value,
            'nominal' as metric,
            coalesce(nominal_observed.observed_sum, 0e0) as observed_sum,
            nominal_expected.expected_sum
        from nominal_expected
        left join
            nominal_observed
            on nominal_observed.group_number = nominal_expected.group_number
            and nominal_observed.breakdown = nominal_expected.breakdown
            and nominal_observed.breakdown_value = nominal_expected.breakdown_value
        union all
        select
            distances.group_number,
            distances.breakdown,
            distances.breakdown_value,
            distances.metric,
            {{ fsum("coalesce(coincidences.coincidence, 0e0) * distances.distance") }} as observed_sum,
            {{ fsum("distances.vote_product * distances.distance") }} as expected_sum
        from distances
        left join
            coincidences
            on coincidences.group_number = distances.group_number
            and coincidences.breakdown = distances.breakdown
            and coincidences.breakdown_value = distances.breakdown_value
            and coincidences.label_number_a = distances.label_number_a
            and coincidences.label_number_b = distances.label_number_b
        group by distances.group_number, distances.breakdown, distances.breakdown_value, distances.metric
    ),

    final as (
        select
            sums.group_number,
            sums.breakdown,
            sums.breakdown_value,
            sums.metric,
            1e0 - (slices.pairable_rating_count - 1e0) * sums.observed_sum / sums.expected_sum as value,
            -- Only without an order are the two sums shares of agreement.
            case
                when sums.metric = 'nominal' then 1e0 - 2e0 * sums.observed_sum / slices.pairable_rating_count
            end as observed_agreement,
            case
                when sums.metric = 'nominal'
                then
                    1e0
                    - 2e0
                    * sums.expected_sum
                    / (slices.pairable_rating_count * (slices.pairable_rating_count - 1e0))
            end as expected_agreement
        from sums
        inner join
            slices
            on slices.group_number = sums.group_number
            and slices.breakdown = sums.breakdown
            and slices.breakdown_value = sums.breakdown_value
        where slices.pairable_label_count > 1
    )

select *
from final
