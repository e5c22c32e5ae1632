-- One row per image, question of a mean opinion score, and given rating, with each rating's place among the
-- image's.
with

    ballots as (select * from {{ ref("int_emogenie__ballots") }}),

    questions as (select panel, question from {{ ref("emogenie_panel_questions") }} where is_mean_opinion),

    counted as (
        select
            ballots.panel,
            ballots.question,
            ballots.subject_id as image_id,
            cast(ballots.score as bigint) as rating,
            count(*) as rating_count
        from ballots
        inner join questions on questions.panel = ballots.panel and questions.question = ballots.question
        group by ballots.panel, ballots.question, ballots.subject_id, cast(ballots.score as bigint)
    ),

    totalled as (
        select
            *,
            cast(sum(rating_count) over (partition by question, image_id) as bigint) as image_rating_count,
            cast(
                sum(rating_count * rating) over (partition by question, image_id) as bigint
            ) as image_rating_sum
        from counted
    ),

    -- n times the distance from the image's mean: a whole number.
    final as (select *, image_rating_count * rating - image_rating_sum as scaled_deviation from totalled)

select *
from final
