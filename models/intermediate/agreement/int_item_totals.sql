-- One row per item (subject in a group): its votes as one packed number where that is exact, else NULL.
with

    ballots as (select * from {{ ref("int_ballots") }}),

    released as (select * from {{ ref("int_vote_counts") }}),

    balloted as (
        select
            group_number, subject_id, count(*) as vote_total, sum({{ vote_code("label_number") }}) as code_sum
        from ballots
        where label_number is not null
        group by group_number, subject_id
    ),

    -- A count that the packing cannot hold makes the total too large for it as well.
    counted as (
        select
            group_number,
            subject_id,
            cast(sum(vote_count) as bigint) as vote_total,
            sum(least(vote_count, 63) * {{ vote_code("least(label_number, 10)") }}) + sum(
                case when label_number > 10 and vote_count > 0 then {{ shift_left(1, 60) }} else 0 end
            ) as code_sum
        from released
        group by group_number, subject_id
    ),

    totals as (
        select *
        from balloted
        union all
        select *
        from counted
        where vote_total > 0
    ),

    final as (
        select
            group_number,
            subject_id,
            vote_total,
            cast(
                case when {{ is_packed_exactly("code_sum", "vote_total") }} then code_sum end as bigint
            ) as packed_code
        from totals
    )

select *
from final
