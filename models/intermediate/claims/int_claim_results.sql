-- What the data say of each registered claim: the contrast of its two sides, or the number on judges' cards.
with

    registered as (select * from {{ ref("claims_registered") }}),

    contrasts as (select * from {{ ref("int_claim_contrasts") }}),

    cards as (select * from {{ ref("judge_cards") }}),

    -- The pooled row of each claim stands always; a system's own where the claim is about each.
    scored as (
        select
            case
                when contrasts.system_id = 'all'
                then registered.claim_id
                else concat(registered.claim_id, ':', contrasts.system_id)
            end as claim_id,
            registered.claim_id as registered_claim_id,
            coalesce(contrasts.system_id, 'all') as system_id,
            contrasts.estimate,
            contrasts.ci_low,
            contrasts.ci_high,
            contrasts.p_value,
            coalesce(contrasts.cluster_count_a, 0) as cluster_count_a,
            coalesce(contrasts.cluster_count_b, 0) as cluster_count_b,
            coalesce(contrasts.shared_cluster_count, 0) as shared_cluster_count,
            coalesce(contrasts.design, 'none') as design,
            contrasts.status
        from registered
        inner join contrasts on contrasts.claim_id = registered.claim_id
        where registered.source = 'scores' and (contrasts.system_id = 'all' or registered.is_per_system)
    ),

    judged as (
        select
            registered.claim_id as registered_claim_id,
            cards.judge_id,
            count(*) over (partition by registered.claim_id) as judge_count,
            cards.value as estimate,
            cards.ci_low,
            cards.ci_high,
            cards.p_value,
            cards.cluster_count,
            cards.status
        from registered
        inner join
            cards
            on cards.benchmark = registered.benchmark
            and cards.configuration = registered.judge_configuration
            and cards.metric = registered.metric
            and cards.statistic = registered.judge_statistic
        where registered.source = 'judge_cards'
    ),

    -- Judges are not pooled: of several each has a row.
    by_judge as (
        select
            case
                when judge_count = 1 then registered_claim_id else concat(registered_claim_id, ':', judge_id)
            end as claim_id,
            registered_claim_id,
            case when judge_count = 1 then 'all' else judge_id end as system_id,
            estimate,
            ci_low,
            ci_high,
            p_value,
            cluster_count as cluster_count_a,
            cluster_count as cluster_count_b,
            cluster_count as shared_cluster_count,
            'paired' as design,
            status
        from judged
    ),

    results as (
        select *
        from scored
        union all
        select *
        from by_judge
    ),

    judge_counts as (select distinct registered_claim_id, judge_count from judged),

    -- Every claim has a row of its own name.
    without_result as (
        select
            registered.claim_id,
            registered.claim_id as registered_claim_id,
            'all' as system_id,
            cast(null as double) as estimate,
            cast(null as double) as ci_low,
            cast(null as double) as ci_high,
            cast(null as double) as p_value,
            cast(0 as bigint) as cluster_count_a,
            cast(0 as bigint) as cluster_count_b,
            cast(0 as bigint) as shared_cluster_count,
            'none' as design,
            case when judge_counts.judge_count > 1 then 'several_judges' else 'no_data' end as status
        from registered
        left join results on results.claim_id = registered.claim_id
        left join judge_counts on judge_counts.registered_claim_id = registered.claim_id
        where results.claim_id is null
    ),

    final as (
        select *
        from results
        union all
        select *
        from without_result
    )

select *
from final
