-- What the data say of each registered claim: the contrast of its two sides, or the number on a judge's card.
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
            registered.claim_id,
            registered.claim_id as registered_claim_id,
            'all' as system_id,
            cards.value as estimate,
            cards.ci_low,
            cards.ci_high,
            cards.p_value,
            cards.cluster_count as cluster_count_a,
            cards.cluster_count as cluster_count_b,
            cards.cluster_count as shared_cluster_count,
            'paired' as design,
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

    final as (
        select *
        from scored
        union all
        select *
        from judged
    )

select *
from final
