with

    statistics as (
        select *
        from {{ ref("int_arteculture__statistics") }}
        where split <> 'all' and population = 'retained'
    ),

    final as (
        select
            cast(statistic as string) as statistic,
            cast(culture as string) as culture,
            cast(split as string) as split,
            cast(value as double) as value,
            cast(unit_count as bigint) as unit_count,
            cast(status as string) as status
        from statistics
    )

select *
from final
