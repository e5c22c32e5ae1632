-- One row per system and item of the index for which any judge's reply arrived, readable or not.
with

    replies as (select * from {{ ref("int_mer_bench__replies") }}),

    final as (select distinct system_id, item_id from replies where is_known_item and item_id is not null)

select *
from final
