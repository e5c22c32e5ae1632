-- One row per slice, pair of named raters and their two labels: the items that both answered so.
with

    ballots as (select * from {{ ref("int_coded_ballots") }}),

    answers as (select * from {{ ref("int_rater_answers") }}),

    profiles as (select * from {{ ref("int_subject_profiles") }}),

    subject_slices as (select * from {{ ref("int_subject_slices") }}),

    slices as (select * from {{ ref("int_slices") }}),

    -- Millions of items, a few thousand combinations: counted as they are joined, never written.
    combinations as (
        select
            a.profile_number,
            a.answer_number as answer_number_a,
            b.answer_number as answer_number_b,
            count(*) as item_count
        from ballots as a
        inner join
            ballots as b
            on b.subject_number = a.subject_number
            -- Answers are numbered by rater first, and a rater has one answer to a subject.
            and b.answer_number > a.answer_number
        group by a.profile_number, a.answer_number, b.answer_number
    ),

    profile_slices as (
        select profiles.profile_number, subject_slices.slice_number
        from profiles
        inner join
            subject_slices
            on subject_slices.group_number = profiles.group_number
            and subject_slices.subject_id = profiles.subject_id
        where profiles.is_example
    ),

    whole as (
        select slices.slice_number, combinations.*
        from combinations
        inner join answers on answers.answer_number = combinations.answer_number_a
        inner join slices on slices.group_number = answers.group_number and slices.breakdown = 'all'
    ),

    sliced as (
        select *
        from whole
        union all
        select profile_slices.slice_number, combinations.*
        from combinations
        inner join profile_slices on profile_slices.profile_number = combinations.profile_number
    ),

    final as (
        select slice_number, answer_number_a, answer_number_b, cast(sum(item_count) as bigint) as item_count
        from sliced
        group by slice_number, answer_number_a, answer_number_b
    )

select *
from final
