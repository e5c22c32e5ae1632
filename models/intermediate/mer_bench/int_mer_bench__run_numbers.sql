-- The numbers of resampled runs, from 0.
with

    parameters as (select * from {{ ref("int_mer_bench__parameters") }}),

    final as (
        select cast(numbers.range as bigint) as run
        from range(1000) as numbers
        cross join parameters
        where numbers.range < parameters.run_count
    )

select *
from final
