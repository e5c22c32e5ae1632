-- One row per verdict and metric on the judge's own scale; layout and emotion hit are 0 or 1.
with

    readings as (select * from {{ ref("int_mer_bench__readings") }} where coercion = 'strict'),

    metrics as (select metric from {{ ref("mer_bench_metric_catalogue") }} where kind = 'fine'),

    final as (
        select
            'mer_bench' as benchmark,
            'judge' as judge_id,
            configuration,
            run,
            system_id,
            coalesce(experiment, 'all') as setting,
            'all' as panel,
            item_id,
            metric,
            {{ mer_bench_metric_value(["vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes"]) }}
            as raw_score,
            source_row_id
        from readings
        cross join metrics
    )

select *
from final
