with

    entries as (select *, false as is_reference from {{ ref("int_mame_re__entries") }}),

    conventions as (select * from {{ ref("mame_re_conventions") }}),

    means as (select * from {{ ref("int_mame_re__leaderboard_means") }}),

    ndcg_means as (select * from {{ ref("int_mame_re__ndcg_means") }}),

    systems as (select * from {{ ref("int_mame_re__systems") }}),

    reference_entries as (
        select distinct pool_id, experiment, k, condition, system_id, is_reference
        from {{ ref("int_mame_re__context_scores") }}
        where is_reference
    ),

    listed as (
        select *
        from entries
        union all by name
        select *
        from reference_entries
    ),

    final as (
        select
            cast(listed.experiment as string) as experiment,
            cast(listed.k as bigint) as k,
            cast(listed.condition as string) as condition,
            cast(listed.system_id as string) as system_id,
            listed.is_reference,
            cast(conventions.failure_policy as string) as failure_policy,
            cast(conventions.convention_id as string) as convention_id,
            cast(systems.method as string) as method,
            systems.is_with_description,
            means.score_at_1,
            means.score_at_1_best,
            means.score_at_1_worst,
            means.score_at_1_context_mean,
            means.chr_all,
            means.chr_four_fifths,
            ndcg_means.ndcg_at_5,
            ndcg_means.ndcg_at_5_best,
            ndcg_means.ndcg_at_5_worst,
            ndcg_means.ndcg_at_5_condensed,
            cast(coalesce(means.context_count, 0) as bigint) as context_count,
            cast(coalesce(means.response_count, 0) as bigint) as response_count,
            cast(coalesce(ndcg_means.ndcg_context_count, 0) as bigint) as ndcg_context_count,
            cast(coalesce(listed.trial_count, 0) as bigint) as trial_count,
            cast(coalesce(listed.failed_count, 0) as bigint) as failed_count,
            cast(coalesce(listed.expected_count - listed.received_count, 0) as bigint) as missing_count,
            cast(coalesce(listed.no_reference_count, 0) as bigint) as no_reference_count,
            cast(coalesce(ndcg_means.zero_ideal_count, 0) as bigint) as zero_ideal_count,
            cast(coalesce(listed.tied_at_1_count, 0) as bigint) as tied_at_1_count,
            cast(coalesce(ndcg_means.tied_at_5_count, 0) as bigint) as tied_at_5_count,
            cast(coalesce(ndcg_means.partial_ranking_count, 0) as bigint) as partial_ranking_count,
            case
                when means.score_at_1 is not null
                then 'ok'
                when coalesce(listed.received_count, 0) = 0
                then 'no_responses'
                else 'no_scored_responses'
            end as status
        from listed
        cross join conventions
        left join
            means
            on means.convention_id = conventions.convention_id
            and means.pool_id = listed.pool_id
            and means.system_id = listed.system_id
            and means.is_reference = listed.is_reference
        left join
            ndcg_means
            on listed.experiment = 'exp1'
            and ndcg_means.system_id = listed.system_id
            and ndcg_means.is_reference = listed.is_reference
        left join systems on not listed.is_reference and systems.system_id = listed.system_id
    )

select *
from final
