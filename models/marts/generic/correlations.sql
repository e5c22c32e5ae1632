with

    correlations as (select * from {{ ref("int_correlations") }}),

    final as (
        select
            benchmark,
            comparison,
            panel,
            dimension,
            coefficient,
            method,
            value,
            p_value,
            p_exact,
            ci_low,
            ci_high,
            pair_count,
            dropped_count,
            cluster_count,
            replicate_count,
            status
        from correlations
    )

select *
from final
