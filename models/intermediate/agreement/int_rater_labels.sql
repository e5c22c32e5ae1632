-- One row per group, rater and label: answers, and how the others' leader compares with them.
with

    ballots as (select * from {{ ref("int_ballots") }}),

    items as (select * from {{ ref("int_item_votes") }}),

    others as (select * from {{ ref("int_pattern_leave_one_out") }}),

    final as (
        select
            ballots.group_number,
            ballots.rater_id,
            ballots.label_number,
            count(*) as rating_count,
            cast(count_if(coalesce(others.has_leader, false)) as bigint) as led_count,
            cast(count_if(coalesce(others.is_equal, false)) as bigint) as equal_count
        from ballots
        left join items on items.group_number = ballots.group_number and items.subject_id = ballots.subject_id
        left join
            others
            on others.group_number = items.group_number
            and others.pattern_code = items.pattern_code
            and others.label_number = ballots.label_number
        where ballots.rater_id is not null
        group by ballots.group_number, ballots.rater_id, ballots.label_number
    )

select *
from final
