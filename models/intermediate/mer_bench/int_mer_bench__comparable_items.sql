-- A judge's failure is no failure of generation: a reply that cannot be read keeps its item in the
-- comparison.
with

    received as (select * from {{ ref("int_mer_bench__received_outputs") }}),

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    systems as (select count(distinct system_id) as system_count from received),

    items as (
        select item_id
        from memes
        union
        select item_id
        from received
    ),

    received_by_item as (select item_id, count(*) as received_count from received group by item_id),

    final as (
        select
            items.item_id,
            systems.system_count > 0 and systems.system_count = coalesce(received_count, 0) as is_comparable,
            systems.system_count - coalesce(received_count, 0) as missing_system_count,
            systems.system_count
        from items
        cross join systems
        left join received_by_item on received_by_item.item_id = items.item_id
    )

select *
from final
