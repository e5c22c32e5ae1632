with

    ratings as (select * from {{ ref("int_emogenie__description_ratings") }}),

    alphas as (select * from {{ ref("int_emogenie__description_alpha") }}),

    known as (select system_id from {{ ref("int_emogenie__answering_systems") }} where task = 'descriptions'),

    dimensions as (select dimension from {{ ref("emogenie_description_dimensions") }}),

    -- With five ratings the sample variance is (5 sum of squares - square of sum) / 20.
    spreads as (
        select
            system_id,
            dimension,
            source_row_id,
            min(rating) = max(rating) as is_equal,
            sqrt(cast(5 * sum(rating * rating) - sum(rating) * sum(rating) as double) / 2e1) as sd
        from ratings
        group by system_id, dimension, source_row_id
    ),

    summed as (
        select
            system_id,
            dimension,
            count_if(is_equal) / cast(count(*) as double) as equal_share,
            {{ favg("sd") }} as mean_sd,
            count(*) as description_count
        from spreads
        group by system_id, dimension
    ),

    -- A model whose file has no usable description is listed with zero counts.
    final as (
        select
            cast(known.system_id as string) as model,
            cast(dimensions.dimension as string) as dimension,
            summed.equal_share,
            summed.mean_sd,
            alphas.alpha_ordinal,
            cast(coalesce(summed.description_count, 0) as bigint) as description_count,
            case
                when summed.description_count is null
                then 'no_descriptions'
                -- All ratings equal: agreement is whole and alpha undefined.
                when alphas.alpha_ordinal is null
                then 'single_category'
                else 'ok'
            end as status
        from known
        cross join dimensions
        left join summed on summed.system_id = known.system_id and summed.dimension = dimensions.dimension
        left join alphas on alphas.system_id = known.system_id and alphas.dimension = dimensions.dimension
    )

select *
from final
