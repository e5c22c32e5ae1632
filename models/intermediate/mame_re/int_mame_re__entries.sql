-- What stands in a leaderboard: each pool that a system answered, with how many responses were to be
-- expected. A system is expected to answer every context of the pool in as many trials as its highest in
-- that experiment.
with

    responses as (select * from {{ ref("int_mame_re__responses") }}),

    rankings as (select distinct system_id from {{ ref("int_mame_re__ranking_contexts") }}),

    systems as (select * from {{ ref("int_mame_re__systems") }}),

    contexts as (select count(*) as context_count from {{ ref("int_mame_re__contexts") }}),

    pools as (
        select pool_id, count(distinct context_id) as context_count
        from {{ ref("int_mame_re__landed_pools") }}
        group by pool_id
    ),

    trials as (
        select
            system_id,
            experiment,
            -- Trials are counted from 1, or from 0 where one is numbered 0.
            max(trial) + case when min(trial) = 0 then 1 else 0 end as expected_trial_count
        from responses
        group by system_id, experiment
    ),

    answered as (
        select
            pool_id,
            experiment,
            k,
            condition,
            system_id,
            count(*) as received_count,
            count(distinct trial) as trial_count,
            count(case when outcome = 'failed' then 1 end) as failed_count,
            count(case when outcome = 'no_reference' then 1 end) as no_reference_count,
            count(case when is_ranked and tied_count > 1 then 1 end) as tied_at_1_count
        from responses
        group by pool_id, experiment, k, condition, system_id
    ),

    -- A listed system without any output is shown with nothing received.
    silent as (
        select systems.system_id
        from systems
        left join (select distinct system_id from answered) as heard on heard.system_id = systems.system_id
        left join rankings on rankings.system_id = systems.system_id
        where heard.system_id is null and rankings.system_id is null
    ),

    listed as (
        select *
        from answered
        union all
        select
            'exp1||' as pool_id,
            'exp1' as experiment,
            cast(null as bigint) as k,
            cast(null as string) as condition,
            system_id,
            0 as received_count,
            0 as trial_count,
            0 as failed_count,
            0 as no_reference_count,
            0 as tied_at_1_count
        from silent
    ),

    final as (
        select
            listed.*,
            -- Every context has a retrieved set, landed or not.
            case
                when listed.experiment in ('exp3', 'exp4')
                then pools.context_count
                else contexts.context_count
            end
            * coalesce(trials.expected_trial_count, 1) as expected_count
        from listed
        cross join contexts
        left join pools on pools.pool_id = listed.pool_id
        left join trials on trials.system_id = listed.system_id and trials.experiment = listed.experiment
    )

select *
from final
