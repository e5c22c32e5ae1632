-- One row per ballot of a named rater with a label, in numbers only: what rater pairs are counted from.
with

    ballots as (select * from {{ ref("int_ballots") }}),

    answers as (select * from {{ ref("int_rater_answers") }}),

    profiles as (select * from {{ ref("int_subject_profiles") }}),

    items as (select * from {{ ref("int_item_totals") }}),

    subjects as (
        select
            items.group_number,
            items.subject_id,
            -- Without breakdowns there is one profile, of no slice.
            coalesce(profiles.profile_number, 0) as profile_number,
            cast(
                row_number() over (order by items.group_number, items.subject_id) as integer
            ) as subject_number
        from items
        left join
            profiles on profiles.group_number = items.group_number and profiles.subject_id = items.subject_id
        where items.vote_total >= 2
    ),

    final as (
        select subjects.subject_number, subjects.profile_number, answers.answer_number
        from ballots
        inner join
            answers
            on answers.group_number = ballots.group_number
            and answers.rater_id = ballots.rater_id
            and answers.label_number = ballots.label_number
        inner join
            subjects
            on subjects.group_number = ballots.group_number
            and subjects.subject_id = ballots.subject_id
    )

select *
from final
