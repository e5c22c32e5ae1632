with

    statistics as (select * from {{ ref("int_arteculture__statistics") }} where split = 'all'),

    final as (
        select
            cast(statistic as string) as statistic,
            cast(culture as string) as culture,
            cast(population as string) as population,
            cast(value as double) as value,
            cast(unit_count as bigint) as unit_count,
            cast(status as string) as status
        from statistics
    )

select *
from final
