-- One row per system and item: its status by the generation log, or ok where a reply says that it was there.
with

    received as (select * from {{ ref("int_mer_bench__received_outputs") }}),

    generations as (select * from {{ ref("int_mer_bench__generation_versions") }} where is_standing),

    listed as (
        select system_id, item_id, status, source_row_id
        from generations
        union all
        select received.system_id, received.item_id, 'ok' as status, cast(null as string) as source_row_id
        from received
        where not exists (select 1 from generations)
    ),

    final as (
        select
            'mer_bench' as benchmark,
            system_id,
            'all' as setting,
            'all' as panel,
            cast(null as string) as experiment,
            cast(null as bigint) as k,
            cast(null as string) as condition,
            cast(null as bigint) as trial,
            item_id,
            status,
            cast(null as string) as predicted_label,
            cast(null as double) as predicted_score,
            cast(null as string) as choice_id,
            source_row_id
        from listed
    )

select *
from final
