-- Two marts count the same images.
with

    counted as (
        select value
        from {{ ref("arteculture_statistics") }}
        where statistic = 'image_count' and culture = 'all' and population = 'retained'
    ),

    final as (
        select retention.image_count, counted.value
        from {{ ref("arteculture_retention") }} as retention
        left join counted on true
        where retention.stage = 'retained' and retention.image_count <> coalesce(counted.value, 0)
    )

select *
from final
