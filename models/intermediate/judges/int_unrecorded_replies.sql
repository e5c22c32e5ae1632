-- Judges of whom only scores are landed, not replies: how often they failed nobody can say.
with

    readings as (select * from {{ ref("int_judge_readings") }}),

    replies as (select * from {{ ref("int_judge_replies") }}),

    judges as (
        select benchmark, judge_id, configuration from readings group by benchmark, judge_id, configuration
    ),

    recorded as (
        select benchmark, judge_id, configuration from replies group by benchmark, judge_id, configuration
    ),

    unrecorded as (
        select judges.benchmark, judges.judge_id, judges.configuration
        from judges
        left join
            recorded
            on recorded.benchmark = judges.benchmark
            and recorded.judge_id = judges.judge_id
            and recorded.configuration = judges.configuration
        where recorded.benchmark is null
    ),

    final as (
        select benchmark, judge_id, configuration, 'all' as metric, 'parse_failure_rate' as statistic
        from unrecorded
        union all
        select benchmark, judge_id, configuration, 'all' as metric, 'gating_rate' as statistic
        from unrecorded
    )

select *
from final
