-- Each evaluation of a description is one run of its judge.
with

    ratings as (select * from {{ ref("int_emogenie__description_ratings") }}),

    final as (
        select
            'emogenie' as benchmark,
            coalesce(judge_id, 'unknown') as judge_id,
            'all' as configuration,
            cast(evaluation as bigint) as run,
            system_id,
            'all' as setting,
            perspective as panel,
            question_id as item_id,
            dimension as metric,
            cast(rating as double) as raw_score,
            source_row_id
        from ratings
    )

select *
from final
