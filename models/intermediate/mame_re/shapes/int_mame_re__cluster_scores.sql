-- A cluster is a context: trials of one context are never independent. In the leaderboard every pool is a
-- breakdown, and the exact reference rows have the setting `reference`, so that a system of the same name
-- stays apart. Three further boards set one system against itself: by the candidates' similarity, by the
-- number of candidates, and with and without descriptions.
with

    metrics as (select * from {{ ref("int_mame_re__context_metrics") }}),

    description_pairs as (select * from {{ ref("int_mame_re__description_pairs") }} where not is_ambiguous),

    boards as (
        select
            metrics.*,
            'mame_re_leaderboard' as leaderboard,
            case when experiment = 'exp1' then 'all' else 'pool' end as breakdown,
            case when experiment = 'exp1' then 'all' else pool_id end as breakdown_value,
            system_id as shown_system_id,
            case when is_reference then 'reference' else 'all' end as setting
        from metrics
        union all
        select
            metrics.*,
            'mame_re_pool_deltas' as leaderboard,
            'k' as breakdown,
            cast(k as string) as breakdown_value,
            system_id as shown_system_id,
            condition as setting
        from metrics
        where experiment = 'exp4' and not is_reference and k is not null and condition is not null
        union all
        select
            metrics.*,
            'mame_re_pool_scores' as leaderboard,
            'pool_kind' as breakdown,
            experiment || coalesce('|' || condition, '') as breakdown_value,
            system_id as shown_system_id,
            'k=' || cast(k as string) as setting
        from metrics
        where experiment <> 'exp1' and not is_reference and k is not null
        union all
        select
            metrics.*,
            'mame_re_description_effects' as leaderboard,
            'method' as breakdown,
            description_pairs.method as breakdown_value,
            description_pairs.base_model as shown_system_id,
            case
                when metrics.system_id = description_pairs.system_with
                then 'with_description'
                else 'without_description'
            end as setting
        from metrics
        inner join
            description_pairs
            on metrics.system_id in (description_pairs.system_with, description_pairs.system_without)
        where metrics.experiment = 'exp1' and not metrics.is_reference
    ),

    final as (
        select
            'mame_re' as benchmark,
            leaderboard,
            'all' as panel,
            breakdown,
            breakdown_value,
            shown_system_id as system_id,
            setting,
            metric,
            convention_id,
            context_id as cluster_id,
            metric_sum as score_sum,
            metric_sum_squares as score_sum_squares,
            response_count as score_count,
            cast(null as string) as source_row_id
        from boards
    )

select *
from final
