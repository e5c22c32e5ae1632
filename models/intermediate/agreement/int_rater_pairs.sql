-- One row per slice, pair of named raters and their two labels: the items that both answered so.
with

    ballots as (select * from {{ ref("int_ballots") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    breakdowns as (select * from {{ ref("int_subject_breakdowns") }}),

    named as (
        select group_number, subject_id, rater_id, label_number
        from ballots
        where rater_id is not null and label_number is not null
    ),

    item_pairs as (
        select
            a.group_number,
            a.subject_id,
            a.rater_id as rater_a,
            b.rater_id as rater_b,
            a.label_number as label_number_a,
            b.label_number as label_number_b
        from named as a
        inner join
            named as b
            on b.group_number = a.group_number
            and b.subject_id = a.subject_id
            and b.rater_id > a.rater_id
    ),

    sliced as (
        select *, 'all' as breakdown, 'all' as breakdown_value
        from item_pairs
        union all
        select item_pairs.*, breakdowns.breakdown, breakdowns.breakdown_value
        from breakdowns
        inner join
            vote_groups
            on vote_groups.benchmark = breakdowns.benchmark
            and vote_groups.panel = breakdowns.panel
            and vote_groups.question = coalesce(breakdowns.question, vote_groups.question)
        inner join
            item_pairs
            on item_pairs.group_number = vote_groups.group_number
            and item_pairs.subject_id = breakdowns.subject_id
    ),

    final as (
        select
            group_number,
            breakdown,
            breakdown_value,
            rater_a,
            rater_b,
            label_number_a,
            label_number_b,
            count(*) as item_count
        from sliced
        group by group_number, breakdown, breakdown_value, rater_a, rater_b, label_number_a, label_number_b
    )

select *
from final
