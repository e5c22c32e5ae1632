-- One row per group, named rater and label that the rater gave: short numbers for the three, in their order.
with

    rater_labels as (select * from {{ ref("int_rater_labels") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    labels as (select * from {{ ref("int_vote_labels") }}),

    slices as (select * from {{ ref("int_slices") }}),

    final as (
        select
            cast(
                row_number() over (
                    order by rater_labels.group_number, rater_labels.rater_id, rater_labels.label_number
                ) as integer
            ) as answer_number,
            cast(
                dense_rank() over (order by rater_labels.group_number, rater_labels.rater_id) as integer
            ) as rater_number,
            rater_labels.group_number,
            rater_labels.rater_id,
            rater_labels.label_number,
            labels.scale_value,
            vote_groups.value_range
        from rater_labels
        inner join vote_groups on vote_groups.group_number = rater_labels.group_number
        inner join
            labels
            on labels.group_number = rater_labels.group_number
            and labels.label_number = rater_labels.label_number
        inner join
            slices
            on slices.group_number = rater_labels.group_number
            and slices.breakdown = 'all'
            and not slices.has_too_many_pairs
    )

select *
from final
