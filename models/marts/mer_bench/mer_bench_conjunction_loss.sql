-- Which of the three components holds the overall score down, over the comparable population; ties share
-- equally.
with

    draws as (
        select *
        from {{ ref("int_mer_bench__draws") }}
        where run_source = 'population' and coercion = 'strict'
    ),

    reading_scores as (select * from {{ ref("int_mer_bench__reading_scores") }} where coercion = 'strict'),

    scored as (
        select draws.configuration, reading_scores.*
        from draws
        inner join reading_scores on reading_scores.source_row_id = draws.source_row_id
    ),

    outputs as (
        select
            scored.configuration,
            scored.definition,
            scored.system_id,
            components.metric as component,
            {{ mer_bench_metric_value(["tas", "cfs", "sss"]) }} as component_value,
            least(tas, cfs, sss) as least_value,
            case when tas = least(tas, cfs, sss) then 1 else 0 end
            + case when cfs = least(tas, cfs, sss) then 1 else 0 end
            + case when sss = least(tas, cfs, sss) then 1 else 0 end as tied_count,
            case
                metric
                when 'tas'
                then {{ mer_bench_rfs("1e0", "cfs", "sss") }}
                when 'cfs'
                then {{ mer_bench_rfs("tas", "1e0", "sss") }}
                when 'sss'
                then {{ mer_bench_rfs("tas", "cfs", "1e0") }}
            end as rfs_if_one
        from scored
        cross join {{ ref("mer_bench_metric_catalogue") }} as components
        where components.metric in ('tas', 'cfs', 'sss')
    ),

    final as (
        select
            configuration,
            definition,
            system_id,
            component,
            {{ favg("case when component_value = least_value then 1e0 / tied_count else 0e0 end") }}
            as limiting_share,
            {{ favg("rfs_if_one") }} as rfs_if_one_unit,
            cast(count(*) as bigint) as output_count
        from outputs
        group by configuration, definition, system_id, component
    )

select *
from final
