with

    pool_scores as (select * from {{ ref("mame_re_pool_scores") }} where experiment = 'exp4'),

    contexts as (
        select *
        from {{ ref("int_mame_re__context_scores") }}
        where convention_id = 'exclude' and experiment = 'exp4'
    ),

    spread as (
        select
            experiment,
            k,
            system_id,
            is_reference,
            max(case when condition = 'Low' then score_at_1 end) as score_low,
            max(case when condition = 'Mid' then score_at_1 end) as score_mid,
            max(case when condition = 'High' then score_at_1 end) as score_high
        from pool_scores
        group by experiment, k, system_id, is_reference
    ),

    paired as (
        select
            high.k,
            high.system_id,
            high.is_reference,
            {{ favg("high.score_sum / high.response_count - low.score_sum / low.response_count") }}
            as paired_delta,
            count(*) as paired_context_count
        from contexts as high
        inner join
            contexts as low
            on low.k = high.k
            and low.system_id = high.system_id
            and low.is_reference = high.is_reference
            and low.context_id = high.context_id
            and low.condition = 'Low'
        where high.condition = 'High'
        group by high.k, high.system_id, high.is_reference
    ),

    final as (
        select
            spread.experiment,
            spread.k,
            spread.system_id,
            spread.is_reference,
            spread.score_low,
            spread.score_mid,
            spread.score_high,
            spread.score_high - spread.score_low as delta,
            paired.paired_delta,
            cast(coalesce(paired.paired_context_count, 0) as bigint) as paired_context_count,
            case
                when spread.score_low is null and spread.score_high is null
                then 'no_low_no_high'
                when spread.score_low is null
                then 'no_low'
                when spread.score_high is null
                then 'no_high'
                when paired.paired_delta is null
                then 'no_shared_context'
                else 'ok'
            end as status
        from spread
        left join
            paired
            on paired.k = spread.k
            and paired.system_id = spread.system_id
            and paired.is_reference = spread.is_reference
    )

select *
from final
