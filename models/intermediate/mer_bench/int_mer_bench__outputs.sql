with

    received as (select * from {{ ref("int_mer_bench__received_outputs") }}),

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
            'ok' as status,
            cast(null as string) as predicted_label,
            cast(null as double) as predicted_score,
            cast(null as string) as choice_id,
            cast(null as string) as source_row_id
        from received
    )

select *
from final
