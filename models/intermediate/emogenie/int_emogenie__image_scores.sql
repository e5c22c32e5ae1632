-- Image models' scores, one row per image, score and slice that they are compared on. The cluster is the
-- prompt.
-- A prompt has one perspective, so the two perspectives share none: they are paired on what both have, the
-- image
-- model (all models pooled) or, within one model, the emotion.
with

    alignment as (select * from {{ ref("int_emogenie__image_alignment") }} where credit is not null),

    means as (select * from {{ ref("int_emogenie__image_means") }}),

    images as (select image_id, prompted_label, intensity from {{ ref("int_emogenie__images") }}),

    scored as (
        select
            'emogenie_alignment' as leaderboard,
            perspective,
            system_id,
            prompt_id,
            prompted_label,
            intensity,
            'alignment' as metric,
            tie_credit as convention_id,
            credit / whole_credit as score
        from alignment
        union all
        select
            'emogenie_mos' as leaderboard,
            means.perspective,
            means.system_id,
            means.prompt_id,
            images.prompted_label,
            images.intensity,
            means.dimension as metric,
            means.screening as convention_id,
            means.mean as score
        from means
        inner join images on images.image_id = means.image_id
    ),

    -- Valence, arousal and dominance are asked of evoked images only.
    in_both as (
        select leaderboard, metric, convention_id
        from scored
        group by leaderboard, metric, convention_id
        having count(distinct perspective) > 1
    ),

    crossing as (
        select scored.*
        from scored
        inner join
            in_both
            on in_both.leaderboard = scored.leaderboard
            and in_both.metric = scored.metric
            and in_both.convention_id = scored.convention_id
    ),

    sliced as (
        select *, perspective as panel, 'all' as breakdown, 'all' as breakdown_value, prompt_id as cluster_id
        from scored
        union all by name
        select
            *,
            perspective as panel,
            'category' as breakdown,
            prompted_label as breakdown_value,
            prompt_id as cluster_id
        from scored
        union all by name
        select
            *,
            perspective as panel,
            'intensity' as breakdown,
            intensity as breakdown_value,
            prompt_id as cluster_id
        from scored
        where intensity is not null
        union all by name
        select
            *,
            'all' as panel,
            'paired_on' as breakdown,
            'category' as breakdown_value,
            prompted_label as cluster_id
        from crossing
        union all by name
        select
            * replace ('all' as system_id),
            'all' as panel,
            'paired_on' as breakdown,
            'image_model' as breakdown_value,
            system_id as cluster_id
        from crossing
    ),

    final as (
        select
            leaderboard,
            panel,
            breakdown,
            breakdown_value,
            system_id,
            case when panel = 'all' then perspective else 'all' end as setting,
            metric,
            convention_id,
            cluster_id,
            score
        from sliced
    )

select *
from final
