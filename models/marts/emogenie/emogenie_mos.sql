with

    means as (select * from {{ ref("int_emogenie__image_means") }}),

    centred as (
        select
            *, {{ favg("mean") }} over (partition by perspective, dimension, system_id, screening) as centre
        from means
    ),

    final as (
        select
            cast(perspective as string) as perspective,
            cast(dimension as string) as dimension,
            cast(system_id as string) as system_id,
            cast(screening as string) as screening,
            max(centre) as mean,
            {{ sample_sd("mean", "centre") }} as sd,
            min(mean) as minimum,
            percentile_cont(25e-2) within group (order by mean) as q1,
            percentile_cont(5e-1) within group (order by mean) as median,
            percentile_cont(75e-2) within group (order by mean) as q3,
            max(mean) as maximum,
            count(*) as image_count,
            cast(sum(rating_count) as bigint) as rating_count
        from centred
        group by perspective, dimension, system_id, screening
    )

select *
from final
