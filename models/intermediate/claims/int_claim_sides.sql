-- Scores by cluster on both sides of each claim, for every system that has both, and pooled over these
-- (`all`). A blank
-- setting is any: then a system is compared with itself in each setting that it has on both sides.
with

    claims as (select * from {{ ref("claims_registered") }} where source = 'scores'),

    scores as (select * from {{ ref("int_claim_scores") }} where score_count > 0),

    matched as (
        select
            claims.claim_id,
            'a' as side,
            case when claims.setting_a is null then scores.setting end as shared_setting,
            scores.system_id,
            scores.cluster_id,
            scores.score_sum,
            scores.score_count
        from claims
        inner join
            scores
            on scores.benchmark = claims.benchmark
            and scores.leaderboard = claims.leaderboard
            and scores.metric = claims.metric
            and scores.convention_id = claims.convention_id
            and scores.panel = claims.panel_a
            and scores.breakdown = claims.breakdown_a
            and scores.breakdown_value = claims.breakdown_value_a
            and scores.setting = coalesce(claims.setting_a, scores.setting)
        union all
        select
            claims.claim_id,
            'b' as side,
            case when claims.setting_b is null then scores.setting end as shared_setting,
            scores.system_id,
            scores.cluster_id,
            scores.score_sum,
            scores.score_count
        from claims
        inner join
            scores
            on scores.benchmark = claims.benchmark
            and scores.leaderboard = claims.leaderboard
            and scores.metric = claims.metric
            and scores.convention_id = claims.convention_id
            and scores.panel = claims.panel_b
            and scores.breakdown = claims.breakdown_b
            and scores.breakdown_value = claims.breakdown_value_b
            and scores.setting = coalesce(claims.setting_b, scores.setting)
    ),

    two_sided as (
        select claim_id, system_id, shared_setting
        from matched
        group by claim_id, system_id, shared_setting
        having count(distinct side) = 2
    ),

    kept as (
        select matched.*
        from matched
        inner join
            two_sided
            on two_sided.claim_id = matched.claim_id
            and two_sided.system_id = matched.system_id
            and two_sided.shared_setting is not distinct from matched.shared_setting
    ),

    final as (
        select
            claim_id,
            system_id,
            side,
            cluster_id,
            {{ fsum("score_sum") }} as score_sum,
            cast(sum(score_count) as bigint) as score_count
        from kept
        group by claim_id, system_id, side, cluster_id
        union all
        select
            claim_id,
            'all' as system_id,
            side,
            cluster_id,
            {{ fsum("score_sum") }} as score_sum,
            cast(sum(score_count) as bigint) as score_count
        from kept
        group by claim_id, side, cluster_id
    )

select *
from final
