-- Sums per cluster: a prompt for image models, an image for single questions, the pair of images for pairs
-- (pairs
-- share images, so intervals over them are too narrow).
with

    alignment as (select * from {{ ref("int_emogenie__image_alignment") }} where credit is not null),

    means as (select * from {{ ref("int_emogenie__image_means") }}),

    answers as (select * from {{ ref("int_emogenie__expected_answers") }}),

    descriptions as (select * from {{ ref("int_emogenie__descriptions") }} where score_unit is not null),

    scored as (
        select
            'emogenie_alignment' as leaderboard,
            perspective as panel,
            'all' as breakdown,
            'all' as breakdown_value,
            system_id,
            'alignment' as metric,
            tie_credit as convention_id,
            prompt_id as cluster_id,
            credit as score
        from alignment
        union all
        select
            'emogenie_mos' as leaderboard,
            perspective as panel,
            'all' as breakdown,
            'all' as breakdown_value,
            system_id,
            dimension as metric,
            screening as convention_id,
            prompt_id as cluster_id,
            mean as score
        from means
        union all
        select
            'emogenie_qa_accuracy' as leaderboard,
            perspective as panel,
            'format' as breakdown,
            format as breakdown_value,
            system_id,
            'accuracy' as metric,
            split as convention_id,
            {{ emogenie_image_cluster() }} as cluster_id,
            case when is_correct then 1e0 else 0e0 end as score
        from answers
        union all
        select
            'emogenie_description_scores' as leaderboard,
            perspective as panel,
            'format' as breakdown,
            format as breakdown_value,
            system_id,
            'score' as metric,
            'all' as convention_id,
            {{ emogenie_image_cluster() }} as cluster_id,
            score_unit as score
        from descriptions
    ),

    final as (
        select
            'emogenie' as benchmark,
            leaderboard,
            panel,
            breakdown,
            breakdown_value,
            system_id,
            'all' as setting,
            metric,
            convention_id,
            cluster_id,
            {{ fsum("score") }} as score_sum,
            {{ fsum("score * score") }} as score_sum_squares,
            count(*) as score_count,
            cast(null as string) as source_row_id
        from scored
        group by leaderboard, panel, breakdown, breakdown_value, system_id, metric, convention_id, cluster_id
    )

select *
from final
