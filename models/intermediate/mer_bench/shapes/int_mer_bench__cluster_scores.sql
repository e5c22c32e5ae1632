-- The population's scores, one meme one cluster, aggregates per output; a judge configuration is a setting.
with

    draws as (
        select *
        from {{ ref("int_mer_bench__draws") }}
        where run_source = 'population' and coercion = 'strict'
    ),

    reading_scores as (select * from {{ ref("int_mer_bench__reading_scores") }} where coercion = 'strict'),

    metrics as (select metric from {{ ref("mer_bench_metric_catalogue") }}),

    conventions as (
        select * from {{ ref("mer_bench_conventions") }} where coercion = 'strict' and grain = 'output'
    ),

    scored as (
        select
            draws.configuration,
            draws.system_id,
            draws.item_id,
            conventions.convention_id,
            metrics.metric,
            {{
                mer_bench_metric_value(
                    ["vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes", "tas", "cfs", "sss", "rfs"]
                )
            }} as value_unit
        from draws
        inner join reading_scores on reading_scores.source_row_id = draws.source_row_id
        inner join conventions on conventions.definition = reading_scores.definition
        cross join metrics
    ),

    final as (
        select
            'mer_bench' as benchmark,
            'mer_bench_table_2' as leaderboard,
            'all' as panel,
            'all' as breakdown,
            'all' as breakdown_value,
            system_id,
            configuration as setting,
            metric,
            convention_id,
            item_id as cluster_id,
            value_unit as score_sum,
            value_unit * value_unit as score_sum_squares,
            cast(1 as bigint) as score_count,
            cast(null as string) as source_row_id
        from scored
    )

select *
from final
