with

    leaderboard as (select * from {{ ref("mame_re_leaderboard") }}),

    final as (
        select
            experiment,
            k,
            system_id,
            is_reference,
            condition,
            score_at_1,
            context_count,
            response_count,
            failed_count,
            missing_count,
            convention_id,
            status
        from leaderboard
        where experiment <> 'exp1' and failure_policy = 'exclude'
    )

select *
from final
