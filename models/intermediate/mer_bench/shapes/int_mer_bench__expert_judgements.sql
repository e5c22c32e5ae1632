-- One row per expert, output, metric and aggregate that the expert's ratings give.
with

    ratings as (select * from {{ ref("int_mer_bench__ratings") }} where rater_kind = 'human'),

    metrics as (select metric from {{ ref("mer_bench_metric_catalogue") }}),

    scored as (
        select
            rater_id,
            system_id,
            item_id,
            metric,
            {{
                mer_bench_metric_value(
                    ["vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes", "tas", "cfs", "sss", "rfs"]
                )
            }} as score,
            source_row_id
        from ratings
        cross join metrics
    ),

    final as (
        select
            'mer_bench' as benchmark,
            rater_id as expert_id,
            system_id,
            'all' as setting,
            'all' as panel,
            item_id,
            metric,
            score as raw_score,
            source_row_id
        from scored
        where score is not null
    )

select *
from final
