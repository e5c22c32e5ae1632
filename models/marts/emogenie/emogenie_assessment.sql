with

    predictions as (select * from {{ ref("int_emogenie__predictions") }} where exclusion_reason is null),

    pairs as (select * from {{ ref("int_emogenie__score_pairs") }}),

    correlations as (
        select * from {{ ref("correlations") }} where benchmark = 'emogenie' and method = 'analytic'
    ),

    metrics as (select * from {{ ref("emogenie_assessment_coefficients") }}),

    dimensions as (
        select distinct question as dimension
        from {{ ref("emogenie_questions_by_panel") }}
        where is_mean_opinion
    ),

    systems as (select distinct system_id from {{ ref("int_emogenie__assessing_systems") }}),

    dropped as (
        select comparison, dimension, count(*) - count(y) as dropped_count
        from pairs
        group by comparison, dimension
    ),

    outside as (
        select system_id, dimension, count_if(is_out_of_scale) as out_of_scale_count
        from predictions
        group by system_id, dimension
    ),

    by_dimension as (
        select
            systems.system_id as model,
            dimensions.dimension,
            metrics.coefficient,
            correlations.value,
            -- Whether there is an interval is told in correlations.
            case
                when correlations.value is not null then 'ok' else coalesce(correlations.status, 'too_few')
            end as status,
            coalesce(correlations.pair_count, 0) as pair_count,
            coalesce(dropped.dropped_count, 0) as dropped_count,
            coalesce(outside.out_of_scale_count, 0) as out_of_scale_count
        from systems
        cross join dimensions
        cross join metrics
        left join
            correlations
            on correlations.comparison = 'assessment:' || systems.system_id
            and correlations.dimension = dimensions.dimension
            and correlations.coefficient = metrics.coefficient
        left join
            dropped
            on dropped.comparison = 'assessment:' || systems.system_id
            and dropped.dimension = dimensions.dimension
        left join
            outside on outside.system_id = systems.system_id and outside.dimension = dimensions.dimension
    ),

    -- One undefined dimension leaves the mean undefined.
    means as (
        select
            model,
            'mean' as dimension,
            coefficient,
            case when count(value) = count(*) then {{ favg("value") }} end as value,
            case when count(value) = count(*) then 'ok' else 'undefined_dimension' end as status,
            cast(null as bigint) as pair_count,
            sum(dropped_count) as dropped_count,
            sum(out_of_scale_count) as out_of_scale_count
        from by_dimension
        group by model, coefficient
    ),

    united as (
        select *
        from by_dimension
        union all
        select *
        from means
    ),

    final as (
        select
            cast(model as string) as model,
            cast(dimension as string) as dimension,
            cast(coefficient as string) as coefficient,
            value,
            cast(status as string) as status,
            cast(pair_count as bigint) as pair_count,
            cast(dropped_count as bigint) as dropped_count,
            cast(out_of_scale_count as bigint) as out_of_scale_count
        from united
    )

select *
from final
