-- One row per output that a run drew and coercion: recorded and resampled runs, and the population as one
-- draw of all.
with

    final as (
        select *
        from {{ ref("int_mer_bench__recorded_draws") }}
        union all
        select *
        from {{ ref("int_mer_bench__resampled_draws") }}
        union all
        select *
        from {{ ref("int_mer_bench__population_draws") }}
    )

select *
from final
