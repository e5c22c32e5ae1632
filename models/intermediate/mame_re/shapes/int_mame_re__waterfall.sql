-- What is left of the responses, per experiment and system. Comparable: scored in a context and pool in
-- which every system with responses to that pool has a score.
with

    entries as (select * from {{ ref("int_mame_re__entries") }}),

    responses as (select * from {{ ref("int_mame_re__responses") }}),

    selections as (select * from {{ ref("int_mame_re__selections") }}),

    answering as (
        select pool_id, count(*) as system_count from entries where received_count > 0 group by pool_id
    ),

    compared as (
        select responses.pool_id, responses.context_id, count(distinct responses.system_id) as system_count
        from responses
        where responses.outcome = 'scored'
        group by responses.pool_id, responses.context_id
    ),

    comparable as (
        select compared.pool_id, compared.context_id
        from compared
        inner join
            answering
            on answering.pool_id = compared.pool_id
            and answering.system_count = compared.system_count
    ),

    unread as (
        select system_id, experiment, count(*) as unread_count
        from selections
        where failure in ('unparsable', 'error')
        group by system_id, experiment
    ),

    counted as (
        select
            responses.system_id,
            responses.experiment,
            count(case when outcome in ('scored', 'no_reference') then 1 end) as valid_count,
            count(case when outcome = 'scored' then 1 end) as scored_count,
            count(case when outcome = 'scored' then comparable.context_id end) as comparable_count
        from responses
        left join
            comparable
            on comparable.pool_id = responses.pool_id
            and comparable.context_id = responses.context_id
        group by responses.system_id, responses.experiment
    ),

    totals as (
        select
            system_id,
            experiment,
            sum(expected_count) as expected_count,
            sum(received_count) as received_count
        from entries
        group by system_id, experiment
    ),

    final as (
        select
            'mame_re' as benchmark,
            'mame_re_leaderboard' as leaderboard,
            totals.experiment as configuration,
            totals.system_id,
            totals.expected_count,
            totals.received_count,
            totals.received_count - coalesce(unread.unread_count, 0) as parsed_count,
            coalesce(counted.valid_count, 0) as valid_count,
            coalesce(counted.scored_count, 0) as scored_count,
            coalesce(counted.comparable_count, 0) as comparable_count
        from totals
        left join counted on counted.system_id = totals.system_id and counted.experiment = totals.experiment
        left join unread on unread.system_id = totals.system_id and unread.experiment = totals.experiment
    )

select *
from final
