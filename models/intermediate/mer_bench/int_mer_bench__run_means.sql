-- One row per run of a system: the mean of each metric over the outputs that are scored, as a unit.
-- In the factor view a run pools the outputs of all systems.
with

    draws as (select * from {{ ref("int_mer_bench__draws") }}),

    readings as (select * from {{ ref("int_mer_bench__readings") }}),

    scored as (
        select
            draws.experiment,
            draws.configuration,
            draws.coercion,
            draws.run_source,
            draws.view,
            draws.axis,
            draws.stratum,
            case when draws.view = 'factor_view' then 'all' else draws.system_id end as system_id,
            draws.run,
            draws.is_short_sample,
            readings.source_row_id,
            readings.vgq,
            readings.vea,
            readings.tgq,
            readings.tea,
            readings.lc,
            readings.hgq,
            readings.ppe,
            readings.pes
        from draws
        left join
            readings on readings.source_row_id = draws.source_row_id and readings.coercion = draws.coercion
    ),

    means as (
        select
            experiment,
            configuration,
            coercion,
            run_source,
            view,
            axis,
            stratum,
            system_id,
            run,
            max(case when is_short_sample then 1 else 0 end) = 1 as is_short_sample,
            count(*) as drawn_count,
            count(source_row_id) as output_count,
            {{ favg("vgq") }} as vgq,
            {{ favg("vea") }} as vea,
            {{ favg("tgq") }} as tgq,
            {{ favg("tea") }} as tea,
            {{ favg("lc") }} as lc,
            {{ favg("hgq") }} as hgq,
            {{ favg("ppe") }} as ppe,
            {{ favg("pes") }} as pes
        from scored
        group by experiment, configuration, coercion, run_source, view, axis, stratum, system_id, run
    ),

    -- The released code takes the mean of no output as 0; ours is then absent.
    filled as (
        select
            experiment,
            configuration,
            coercion,
            run_source,
            view,
            axis,
            stratum,
            system_id,
            run,
            is_short_sample,
            drawn_count,
            output_count,
            case when coercion = 'released' then coalesce(vgq, 0e0) else vgq end as vgq,
            case when coercion = 'released' then coalesce(vea, 0e0) else vea end as vea,
            case when coercion = 'released' then coalesce(tgq, 0e0) else tgq end as tgq,
            case when coercion = 'released' then coalesce(tea, 0e0) else tea end as tea,
            case when coercion = 'released' then coalesce(lc, 0e0) else lc end as lc,
            case when coercion = 'released' then coalesce(hgq, 0e0) else hgq end as hgq,
            case when coercion = 'released' then coalesce(ppe, 0e0) else ppe end as ppe,
            case when coercion = 'released' then coalesce(pes, 0e0) else pes end as pes
        from means
    ),

    final as (
        select
            experiment,
            configuration,
            coercion,
            run_source,
            view,
            axis,
            stratum,
            system_id,
            run,
            is_short_sample,
            drawn_count,
            output_count,
            {{ clamp_unit(to_unit("vgq", "1e0", "5e0")) }} as vgq,
            {{ clamp_unit(to_unit("vea", "1e0", "5e0")) }} as vea,
            {{ clamp_unit(to_unit("tgq", "1e0", "5e0")) }} as tgq,
            {{ clamp_unit(to_unit("tea", "1e0", "5e0")) }} as tea,
            lc,
            {{ clamp_unit(to_unit("hgq", "1e0", "5e0")) }} as hgq,
            ppe,
            {{ clamp_unit(to_unit("pes", "1e0", "5e0")) }} as pes
        from filled
    )

select *
from final
