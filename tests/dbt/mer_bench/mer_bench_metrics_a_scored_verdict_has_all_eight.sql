-- A verdict is scored whole or not at all.
with

    verdicts as (select * from {{ ref("mer_bench_verdicts") }}),

    metrics as (
        select source_row_id, count(*) as metric_count
        from {{ ref("mer_bench_metrics") }}
        group by source_row_id
    ),

    final as (
        select verdicts.source_row_id, verdicts.is_scored, metrics.metric_count
        from verdicts
        left join metrics on metrics.source_row_id = verdicts.source_row_id
        where coalesce(metrics.metric_count, 0) <> case when verdicts.is_scored then 8 else 0 end
    )

select *
from final
