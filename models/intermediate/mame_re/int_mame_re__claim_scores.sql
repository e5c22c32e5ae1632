-- Score@1 of one model with and without descriptions, as two settings of one system: what the claims about
-- descriptions
-- are put to the test with. A context is a cluster.
with

    systems as (
        select * from {{ ref("int_mame_re__systems") }} where base_model is not null and method is not null
    ),

    scores as (
        select *
        from {{ ref("int_mame_re__context_scores") }}
        where experiment = 'exp1' and not is_reference and response_count > 0
    ),

    -- Two systems of one model and one way would be one setting: which is meant, nothing says.
    named as (
        select * from systems qualify count(*) over (partition by base_model, method, is_with_description) = 1
    ),

    final as (
        select
            'mame_re' as benchmark,
            'mame_re_description_effects' as leaderboard,
            'all' as panel,
            'model_type' as breakdown,
            named.model_type as breakdown_value,
            concat(named.base_model, '/', named.method) as system_id,
            case
                when named.is_with_description then 'with_description' else 'without_description'
            end as setting,
            'score_at_1' as metric,
            scores.convention_id,
            scores.context_id as cluster_id,
            scores.score_sum,
            cast(scores.response_count as bigint) as score_count
        from named
        inner join scores on scores.system_id = named.system_id
    )

select *
from final
