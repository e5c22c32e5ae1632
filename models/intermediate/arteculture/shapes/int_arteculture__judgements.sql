with

    scores as (select * from {{ ref("int_arteculture__explanation_scores") }}),

    final as (
        select
            'arteculture' as benchmark,
            judge_id,
            'all' as configuration,
            cast(null as bigint) as run,
            system_id,
            setting,
            culture as panel,
            image_id as item_id,
            'emotion_alignment' as metric,
            cast(score as double) as raw_score,
            source_row_id
        from scores
    )

select *
from final
