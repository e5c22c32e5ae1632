-- The items from which runs are resampled and the population is taken: comparable ones that every system of
-- the
-- judge configuration has a reply for.
with

    replies as (
        select *
        from {{ ref("int_mer_bench__replies") }}
        where is_known_item and is_known_system and is_standing_run
    ),

    comparable as (select * from {{ ref("int_mer_bench__comparable_items") }} where is_comparable),

    systems as (
        select configuration, count(distinct system_id) as system_count from replies group by configuration
    ),

    received as (
        select configuration, item_id, count(distinct system_id) as system_count
        from replies
        group by configuration, item_id
    ),

    final as (
        select received.configuration, received.item_id
        from received
        inner join
            systems
            on systems.configuration = received.configuration
            and systems.system_count = received.system_count
        inner join comparable on comparable.item_id = received.item_id
    )

select *
from final
