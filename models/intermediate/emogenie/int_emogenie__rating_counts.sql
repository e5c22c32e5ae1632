-- One row per image, question of a mean opinion score, and given rating, with each rating's place among the
-- image's.
with

    votes as (select * from {{ ref("vote_distributions") }} where benchmark = 'emogenie' and vote_count > 0),

    questions as (select panel, question from {{ ref("emogenie_questions_by_panel") }} where is_mean_opinion),

    -- The labels of a rating scale are its numbers.
    counted as (
        select
            votes.panel,
            votes.question,
            votes.subject_id as image_id,
            cast(votes.label as bigint) as rating,
            votes.vote_count as rating_count
        from votes
        inner join questions on questions.panel = votes.panel and questions.question = votes.question
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
