-- Mean and spread by another way than the table's: the spread from all pairs of runs.
with

    scores as (
        select *
        from {{ ref("mer_bench_scores") }}
        where view in ('model_view', 'all') and axis = 'all' and value_unit is not null
    ),

    table_2 as (select * from {{ ref("mer_bench_table_2") }}),

    means as (
        select
            experiment,
            configuration,
            convention_id,
            run_source,
            system_id,
            metric,
            {{ fsum("value_unit") }} / count(*) as mean_unit
        from scores
        group by experiment, configuration, convention_id, run_source, system_id, metric
    ),

    -- The squared differences of all ordered pairs add up to 2 n times the sum of squares about the mean.
    spreads as (
        select
            one.experiment,
            one.configuration,
            one.convention_id,
            one.run_source,
            one.system_id,
            one.metric,
            count(distinct one.run) as run_count,
            {{ fsum("(one.value_unit - other.value_unit) * (one.value_unit - other.value_unit)") }}
            as squared_sum
        from scores as one
        inner join
            scores as other
            on other.experiment = one.experiment
            and other.configuration = one.configuration
            and other.convention_id = one.convention_id
            and other.run_source = one.run_source
            and other.system_id = one.system_id
            and other.metric = one.metric
        group by
            one.experiment, one.configuration, one.convention_id, one.run_source, one.system_id, one.metric
    ),

    expected as (
        select
            means.*,
            case
                when run_count > 1 then sqrt(squared_sum / (2e0 * run_count * (run_count - 1)))
            end as sd_unit
        from means
        inner join spreads using (experiment, configuration, convention_id, run_source, system_id, metric)
    ),

    final as (
        select table_2.*, expected.mean_unit, expected.sd_unit
        from table_2
        left join expected using (experiment, configuration, convention_id, run_source, system_id, metric)
        where
            (table_2.mean_pct is null) <> (expected.mean_unit is null)
            or (table_2.sd_pct is null) <> (expected.sd_unit is null)
            or abs(table_2.mean_pct - 100e0 * expected.mean_unit) > 1e-9
            or abs(table_2.sd_pct - 100e0 * expected.sd_unit) > 1e-9
    )

select *
from final
