-- An image is a cluster: its cultures, judges and raters never count as independent.
with

    answers as (select * from {{ ref("int_arteculture__answers") }} where is_scored and is_own_language),

    explanation_scores as (select * from {{ ref("int_arteculture__explanation_scores") }}),

    preferences as (select * from {{ ref("int_arteculture__preferences") }}),

    scored as (select *, case when is_correct then 1 else 0 end as unit_score from answers),

    -- An answer counts once in each breakdown of its evaluation set.
    broken_down as (
        select *, 'all' as breakdown, 'all' as breakdown_value
        from scored
        where is_own_set
        union all
        select *, 'region' as breakdown, region as breakdown_value
        from scored
        where is_own_set
        union all
        select *, 'split' as breakdown, split as breakdown_value
        from scored
        where is_own_set
        union all
        select *, 'evaluation_set' as breakdown, evaluation_set as breakdown_value
        from scored
        where not is_own_set
    ),

    units as (
        select
            'arteculture_accuracy' as leaderboard,
            breakdown,
            breakdown_value,
            system_id,
            setting,
            culture,
            'accuracy' as metric,
            image_id,
            unit_score
        from broken_down
        union all
        select
            'arteculture_explanations' as leaderboard,
            'judge' as breakdown,
            judge_id as breakdown_value,
            system_id,
            setting,
            culture,
            'emotion_alignment' as metric,
            image_id,
            score as unit_score
        from explanation_scores
        union all
        select
            'arteculture_preferences' as leaderboard,
            'all' as breakdown,
            'all' as breakdown_value,
            system_id,
            concat(setting_a, '/', setting_b) as setting,
            culture,
            'win_share' as metric,
            image_id,
            case when verdict = 'a' then 1 else 0 end as unit_score
        from preferences
    ),

    final as (
        {{ arteculture_cluster_sums("units", "culture") }}
        union all
        {{ arteculture_cluster_sums("units", "'all'") }}
    )

select *
from final
