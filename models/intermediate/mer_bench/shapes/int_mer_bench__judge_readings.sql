-- One row per answer of the judge, metric and aggregate; a further answer to the same output is a repeat.
with

    ratings as (select * from {{ ref("int_mer_bench__ratings") }} where rater_kind = 'model'),

    metrics as (select metric from {{ ref("mer_bench_metric_catalogue") }}),

    final as (
        select
            'mer_bench' as benchmark,
            rater_id as judge_id,
            configuration,
            cast(repeat_number as bigint) as repeat_number,
            system_id,
            'all' as setting,
            'all' as panel,
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
    )

select *
from final
