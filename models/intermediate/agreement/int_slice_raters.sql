-- One row per slice and rater with votes in it. Anonymous ballots share one row without a rater.
with

    ballots as (select * from {{ ref("int_ballots") }}),

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
            ballots.group_number,
            breakdowns.breakdown,
            breakdowns.breakdown_value,
            ballots.rater_id,
            count(*) as rating_count
        from breakdowns
        inner join
            vote_groups
            on vote_groups.benchmark = breakdowns.benchmark
            and vote_groups.panel = breakdowns.panel
            and vote_groups.question = coalesce(breakdowns.question, vote_groups.question)
        inner join
            ballots
            on ballots.group_number = vote_groups.group_number
            and ballots.subject_id = breakdowns.subject_id
        where ballots.label_number is not null
        group by ballots.group_number, breakdowns.breakdown, breakdowns.breakdown_value, ballots.rater_id
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
