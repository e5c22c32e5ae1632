with

    summaries as (
        select * from {{ ref("int_mer_bench__run_summaries") }} where view = 'factor_view' and axis <> 'all'
    ),

    taxonomy as (select * from {{ ref("mer_bench_categories") }}),

    final as (
        select
            summaries.experiment,
            summaries.configuration,
            summaries.definition,
            summaries.coercion,
            summaries.grain,
            summaries.run_source,
            summaries.axis,
            summaries.stratum,
            summaries.metric,
            summaries.mean_pct,
            summaries.sd_pct,
            {{ mer_bench_released_sd_pct("summaries.sd_pct", "summaries.metric") }} as sd_pct_released,
            summaries.run_count,
            summaries.output_count,
            summaries.excluded_count,
            summaries.convention_id,
            summaries.is_short_sample,
            coalesce(taxonomy.display_name, summaries.stratum) as display_name
        from summaries
        left join taxonomy on taxonomy.axis = summaries.axis and taxonomy.category = summaries.stratum
    )

select *
from final
