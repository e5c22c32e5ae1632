with

    predictions as (select * from {{ ref("int_emogenie__predictions") }} where exclusion_reason is null),

    pairs as (select * from {{ ref("int_emogenie__score_pairs") }}),

    deviations as (select * from {{ ref("int_emogenie__assessment_deviations") }}),

    metrics as (select * from {{ ref("emogenie_assessment_coefficients") }}),

    dimensions as (
        select distinct question as dimension
        from {{ ref("emogenie_questions_by_panel") }}
        where is_mean_opinion
    ),

    systems as (select distinct system_id from {{ ref("int_emogenie__assessing_systems") }}),

    correlated as (
        select
            comparison,
            dimension,
            coefficient,
            case
                when max(pair_count) >= 3 and not bool_or(is_constant)
                then greatest(-1e0, least(1e0, {{ pearson("x_deviation", "y_deviation") }}))
            end as value,
            case
                when max(pair_count) < 3
                then 'too_few'
                when bool_or(is_constant)
                then 'constant_input'
                else 'ok'
            end as status,
            max(pair_count) as pair_count
        from deviations
        group by comparison, dimension, coefficient
    ),

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
            correlated.value,
            coalesce(correlated.status, 'too_few') as status,
            coalesce(correlated.pair_count, 0) as pair_count,
            coalesce(dropped.dropped_count, 0) as dropped_count,
            coalesce(outside.out_of_scale_count, 0) as out_of_scale_count
        from systems
        cross join dimensions
        cross join metrics
        left join
            correlated
            on correlated.comparison = 'assessment:' || systems.system_id
            and correlated.dimension = dimensions.dimension
            and correlated.coefficient = metrics.coefficient
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
