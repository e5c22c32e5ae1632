with

    ratings as (select * from {{ ref("int_emogenie__description_ratings") }}),

    alphas as (select * from {{ ref("int_emogenie__description_alpha") }}),

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

    final as (
        select
            cast(summed.system_id as string) as model,
            cast(summed.dimension as string) as dimension,
            summed.equal_share,
            summed.mean_sd,
            alphas.alpha_ordinal,
            cast(summed.description_count as bigint) as description_count,
            -- All ratings equal: agreement is whole and alpha undefined.
            case when alphas.alpha_ordinal is null then 'single_category' else 'ok' end as status
        from summed
        left join alphas on alphas.system_id = summed.system_id and alphas.dimension = summed.dimension
    )

select *
from final
