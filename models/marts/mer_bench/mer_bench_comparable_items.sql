with

    comparable as (select * from {{ ref("int_mer_bench__comparable_items") }}),

    final as (
        select
            cast(item_id as string) as item_id,
            is_comparable,
            cast(missing_system_count as bigint) as missing_system_count
        from comparable
    )

select *
from final
