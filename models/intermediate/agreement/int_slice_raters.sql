-- One row per slice and rater with votes in it. Anonymous ballots share one row without a rater.
with

    ballots as (select * from {{ ref("int_ballots") }}),

    -- A second name: one read for both uses would read subjects where nothing is broken down.
    ballots_of_parts as (select * from {{ ref("int_ballots") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    breakdowns as (select * from {{ ref("int_subject_breakdowns") }}),

    whole as (
        select group_number, 'all' as breakdown, 'all' as breakdown_value, rater_id, count(*) as rating_count
        from ballots
        where label_number is not null
        group by group_number, rater_id
    ),

    parts as (
        select
            ballots_of_parts.group_number,
            breakdowns.breakdown,
            breakdowns.breakdown_value,
            ballots_of_parts.rater_id,
            count(*) as rating_count
        from breakdowns
        inner join
            vote_groups
            on vote_groups.benchmark = breakdowns.benchmark
            and vote_groups.panel = breakdowns.panel
            and vote_groups.question = coalesce(breakdowns.question, vote_groups.question)
        inner join
            ballots_of_parts
            on ballots_of_parts.group_number = vote_groups.group_number
            and ballots_of_parts.subject_id = breakdowns.subject_id
        where ballots_of_parts.label_number is not null
        group by
            ballots_of_parts.group_number,
            breakdowns.breakdown,
            breakdowns.breakdown_value,
            ballots_of_parts.rater_id
    ),

    final as (
        select *
        from whole
        union all
        select *
        from parts
    )

select *
from final
