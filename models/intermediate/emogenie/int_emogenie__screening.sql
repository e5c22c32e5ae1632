-- BT.500 per rater: rejected when deviations are frequent and go both ways. Anonymous ratings have no rater
-- to judge.
with

    ballots as (select * from {{ ref("int_emogenie__ballots") }} where rater_id is not null),

    questions as (select panel, question from {{ ref("emogenie_questions_by_panel") }} where is_mean_opinion),

    sides as (select * from {{ ref("int_emogenie__rating_sides") }}),

    parameters as (
        select
            max(case when parameter = 'share_threshold' then value end) as share_threshold,
            max(case when parameter = 'balance_threshold' then value end) as balance_threshold,
            max(case when parameter = 'least_image_count' then value end) as least_image_count
        from {{ ref("emogenie_bt500") }}
    ),

    tallied as (
        select
            ballots.panel,
            ballots.question,
            ballots.rater_id,
            count(*) as image_count,
            count(case when sides.side = 1 then 1 end) as high_count,
            count(case when sides.side = -1 then 1 end) as low_count
        from ballots
        inner join questions on questions.panel = ballots.panel and questions.question = ballots.question
        left join
            sides
            on sides.question = ballots.question
            and sides.image_id = ballots.subject_id
            and sides.rating = cast(ballots.score as bigint)
        group by ballots.panel, ballots.question, ballots.rater_id
    ),

    judged as (
        select
            *,
            image_count >= least_image_count as is_judged,
            (high_count + low_count) / cast(image_count as double) > share_threshold as is_deviant,
            abs(high_count - low_count) / nullif(cast(high_count + low_count as double), 0e0)
            < balance_threshold as is_two_sided
        from tallied
        cross join parameters
    ),

    final as (
        select
            panel,
            question,
            rater_id,
            image_count,
            high_count,
            low_count,
            coalesce(is_judged and is_deviant and is_two_sided, false) as is_rejected,
            case
                when not is_judged
                then 'too_few_images'
                when not is_deviant
                then 'consistent'
                when is_two_sided
                then 'deviates_both_ways'
                else 'deviates_one_way'
            end as reason
        from judged
    )

select *
from final
