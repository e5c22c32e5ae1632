-- Models on open questions: expected = usable ones; scored = with a total; comparable = scored for every
-- model.
with

    questions as (
        select count(*) as question_count
        from {{ ref("int_emogenie__questions") }}
        where not is_closed and exclusion_reason is null
    ),

    descriptions as (select * from {{ ref("int_emogenie__descriptions") }}),

    known as (select system_id from {{ ref("int_emogenie__answering_systems") }} where task = 'descriptions'),

    complete as (
        select question_id
        from descriptions
        group by question_id
        having count(score_unit) = (select count(*) from known)
    ),

    counted as (
        select
            descriptions.system_id,
            count(*) as received_count,
            count(descriptions.score_unit) as scored_count,
            count(complete.question_id) as comparable_count
        from descriptions
        left join complete on complete.question_id = descriptions.question_id
        group by descriptions.system_id
    ),

    final as (
        select
            'emogenie_description_scores' as leaderboard,
            known.system_id,
            questions.question_count as expected_count,
            coalesce(counted.received_count, 0) as received_count,
            coalesce(counted.received_count, 0) as parsed_count,
            coalesce(counted.received_count, 0) as valid_count,
            coalesce(counted.scored_count, 0) as scored_count,
            coalesce(counted.comparable_count, 0) as comparable_count
        from known
        cross join questions
        left join counted on counted.system_id = known.system_id
    )

select *
from final
