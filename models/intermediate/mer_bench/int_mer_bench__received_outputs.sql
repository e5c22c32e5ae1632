-- One row per system and item that has a valid output: by the generation log where one is landed, else by
-- any reply
-- of the judge, readable or not.
with

    generations as (select * from {{ ref("int_mer_bench__generation_versions") }} where is_standing),

    replies as (select * from {{ ref("int_mer_bench__replies") }}),

    log_size as (select count(*) as row_count from generations),

    logged as (select distinct system_id, item_id from generations where status = 'ok'),

    replied as (
        select distinct replies.system_id, replies.item_id
        from replies
        cross join log_size
        where
            log_size.row_count = 0
            and replies.is_known_item
            and replies.is_known_system
            and replies.item_id is not null
    ),

    final as (
        select *
        from logged
        union all
        select *
        from replied
    )

select *
from final
