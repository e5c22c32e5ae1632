-- Every answer of an annotator; which of several answers to one task stands is decided for all benchmarks
-- alike.
with

    annotations as (select * from {{ ref("stg_mer_bench__annotations") }}),

    final as (
        select
            'mer_bench' as benchmark,
            'all' as panel,
            item_id as subject_id,
            task as question,
            rater_id,
            'human' as rater_kind,
            label,
            cast(null as double) as score,
            cast(null as bigint) as round,
            annotated_at,
            source_row_id
        from annotations
    )

select *
from final
