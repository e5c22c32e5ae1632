with

    readings as (
        select *
        from {{ ref("int_mer_bench__reading_scores") }}
        where coercion = 'strict' and definition = 'paper'
    ),

    metrics as (select metric from {{ ref("mer_bench_metric_catalogue") }} where kind = 'fine'),

    final as (
        select
            cast(source_row_id as string) as source_row_id,
            cast(metric as string) as metric,
            {{ mer_bench_metric_value(["vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes"]) }}
            as value_unit
        from readings
        cross join metrics
    )

select *
from final
