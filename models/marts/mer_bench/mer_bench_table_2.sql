with

    summaries as (
        select *
        from {{ ref("int_mer_bench__run_summaries") }}
        where view in ('model_view', 'all') and axis = 'all'
    ),

    published as (
        select model as system_id, min(row_order) as row_order
        from {{ ref("mer_bench_published_table_2") }}
        group by model
    ),

    final as (
        select
            summaries.experiment,
            summaries.configuration,
            summaries.definition,
            summaries.coercion,
            summaries.grain,
            summaries.run_source,
            summaries.system_id,
            summaries.metric,
            summaries.mean_pct,
            summaries.sd_pct,
            summaries.run_count,
            summaries.output_count,
            summaries.excluded_count,
            summaries.convention_id,
            cast(published.row_order as bigint) as row_order
        from summaries
        left join published on published.system_id = summaries.system_id
    )

select *
from final
