-- One row per group, subject and registered breakdown of it: the numbers of the slices that it belongs to.
with

    breakdowns as (select * from {{ ref("int_subject_breakdowns") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    slices as (select * from {{ ref("int_slices") }}),

    final as (
        select vote_groups.group_number, breakdowns.subject_id, slices.slice_number
        from breakdowns
        inner join
            vote_groups
            on vote_groups.benchmark = breakdowns.benchmark
            and vote_groups.panel = breakdowns.panel
            and vote_groups.question = coalesce(breakdowns.question, vote_groups.question)
        inner join
            slices
            on slices.group_number = vote_groups.group_number
            and slices.breakdown = breakdowns.breakdown
            and slices.breakdown_value = breakdowns.breakdown_value
    )

select *
from final
