-- One row per vote group and label: the scale's labels in its order, else the labels that were given.
with

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    scales as (select * from {{ ref("int_scales") }}),

    ballots as (select * from {{ ref("int_ballot_versions") }}),

    released as (select * from {{ ref("int_vote_count_versions") }}),

    given as (
        select benchmark, panel, question, label
        from ballots
        where label is not null
        group by benchmark, panel, question, label
        union
        select benchmark, panel, question, label
        from released
        group by benchmark, panel, question, label
    ),

    declared as (
        select
            vote_groups.group_number,
            scales.label,
            cast(scales.position as integer) as label_number,
            cast(scales.numeric_value as double) as numeric_value,
            cast(coalesce(scales.numeric_value, scales.position) as double) as scale_value
        from vote_groups
        inner join scales on scales.scale = vote_groups.scale
    ),

    -- Without a scale there is no order: the number only tells labels apart.
    undeclared as (
        select
            vote_groups.group_number,
            given.label,
            cast(
                row_number() over (partition by vote_groups.group_number order by given.label) as integer
            ) as label_number,
            cast(null as double) as numeric_value,
            cast(null as double) as scale_value
        from vote_groups
        inner join
            given
            on given.benchmark = vote_groups.benchmark
            and given.panel = vote_groups.panel
            and given.question = vote_groups.question
        where vote_groups.scale is null
    ),

    final as (
        select *
        from declared
        union all
        select *
        from undeclared
    )

select *
from final
