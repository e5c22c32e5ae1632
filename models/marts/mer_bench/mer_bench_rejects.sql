with

    rejected as (select * from {{ ref("stg_mer_bench__rejected_verdicts") }}),

    final as (
        select
            configuration,
            system_id,
            reason,
            cast(count(*) as bigint) as line_count,
            cast(count(distinct item_id) as bigint) as output_count
        from rejected
        group by configuration, system_id, reason
    )

select *
from final
