-- Answering models' scores, one row per question and slice. The cluster is the image, or the pair of images
-- in either order. Pairs that share an image are not independent and an image may stand in single questions
-- and in pairs: the convention of a slice that holds a pair says that intervals are too narrow.
with

    answers as (select * from {{ ref("int_emogenie__expected_answers") }}),

    descriptions as (select * from {{ ref("int_emogenie__descriptions") }} where score_unit is not null),

    scored as (
        select
            'emogenie_qa_accuracy' as leaderboard,
            perspective as panel,
            format,
            dimension,
            system_id,
            'accuracy' as metric,
            split as sample,
            {{ emogenie_image_cluster() }} as cluster_id,
            case when is_correct then 1e0 else 0e0 end as score
        from answers
        union all
        select
            'emogenie_description_scores' as leaderboard,
            perspective as panel,
            format,
            cast(null as string) as dimension,
            system_id,
            'score' as metric,
            'all' as sample,
            {{ emogenie_image_cluster() }} as cluster_id,
            score_unit as score
        from descriptions
    ),

    sliced as (
        select *, 'all' as breakdown, 'all' as breakdown_value
        from scored
        union all by name
        select *, 'format' as breakdown, format as breakdown_value
        from scored
        union all by name
        select *, format || '_dimension' as breakdown, dimension as breakdown_value
        from scored
        where dimension is not null
    ),

    -- Of every model, so that one that answered no pair is compared with the others.
    marked as (
        select
            *,
            count_if(format = 'pair') over (
                partition by leaderboard, panel, breakdown, breakdown_value, sample
            )
            > 0 as holds_pairs
        from sliced
    ),

    final as (
        select
            leaderboard,
            panel,
            breakdown,
            breakdown_value,
            system_id,
            'all' as setting,
            metric,
            case when holds_pairs then sample || '-anti_conservative' else sample end as convention_id,
            cluster_id,
            score,
            holds_pairs
        from marked
    )

select *
from final
