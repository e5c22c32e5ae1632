-- Image means without the answers of raters that the screening rejects.
with

    ballots as (select * from {{ ref("int_emogenie__ballots") }}),

    questions as (select panel, question from {{ ref("emogenie_questions_by_panel") }} where is_mean_opinion),

    rejected as (select * from {{ ref("int_emogenie__screening") }} where is_rejected),

    final as (
        select
            ballots.panel,
            ballots.question,
            ballots.subject_id as image_id,
            cast(sum(cast(ballots.score as bigint)) as double) / cast(count(*) as double) as mean,
            count(*) as rating_count
        from ballots
        inner join questions on questions.panel = ballots.panel and questions.question = ballots.question
        where
            not exists (
                select 1
                from rejected
                where
                    rejected.panel = ballots.panel
                    and rejected.question = ballots.question
                    and rejected.rater_id = ballots.rater_id
            )
        group by ballots.panel, ballots.question, ballots.subject_id
    )

select *
from final
