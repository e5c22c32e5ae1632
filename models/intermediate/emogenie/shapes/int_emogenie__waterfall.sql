-- What is left of what was expected, per leaderboard and system.
with

    alignment as (select * from {{ ref("int_emogenie__alignment_outcomes") }}),

    answers as (select * from {{ ref("int_emogenie__answer_outcomes") }}),

    descriptions as (select * from {{ ref("int_emogenie__description_outcomes") }}),

    outcomes as (
        select *
        from alignment
        union all
        select *
        from answers
        union all
        select *
        from descriptions
    ),

    final as (
        select
            'emogenie' as benchmark,
            leaderboard,
            'all' as configuration,
            system_id,
            expected_count,
            received_count,
            parsed_count,
            valid_count,
            scored_count,
            comparable_count
        from outcomes
    )

select *
from final
