with

    summaries as (select * from {{ ref("int_mer_bench__run_summaries") }}),

    published as (
        select model as system_id, min(row_order) as row_order
        from {{ ref("mer_bench_published_table_2") }}
        group by model
    ),

    taxonomy as (select * from {{ ref("mer_bench_categories") }}),

    shown as (
        -- Panels a to n: one system over the strata, in the paper's order; another system is its own panel.
        select
            summaries.*,
            coalesce(chr(cast(96 + published.row_order as integer)), summaries.system_id) as panel,
            summaries.sd_pct as sd_pct_released
        from summaries
        left join published on published.system_id = summaries.system_id
        where summaries.view = 'model_view' and summaries.axis <> 'all'
        union all
        -- Panel o: all systems pooled, over everything.
        select
            summaries.*,
            'o' as panel,
            {{ mer_bench_released_sd_pct("summaries.sd_pct", "summaries.metric") }} as sd_pct_released
        from summaries
        where summaries.view = 'factor_view' and summaries.axis = 'all'
    ),

    final as (
        select
            shown.experiment,
            shown.configuration,
            shown.definition,
            shown.coercion,
            shown.grain,
            shown.run_source,
            shown.panel,
            shown.system_id,
            shown.axis,
            shown.stratum,
            shown.metric,
            shown.mean_pct,
            shown.sd_pct,
            shown.sd_pct_released,
            shown.run_count,
            shown.output_count,
            shown.excluded_count,
            shown.convention_id,
            shown.is_short_sample,
            coalesce(taxonomy.display_name, shown.stratum) as display_name
        from shown
        left join taxonomy on taxonomy.axis = shown.axis and taxonomy.category = shown.stratum
    )

select *
from final
