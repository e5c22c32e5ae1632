with

    excluded as (select * from {{ ref("int_exclusions") }}),

    final as (
        select
            cast(benchmark as string) as benchmark,
            cast(stage as string) as stage,
            cast(system_id as string) as system_id,
            cast(item_id as string) as item_id,
            cast(source_row_id as string) as source_row_id,
            cast(reason as string) as reason,
            cast(detail as string) as detail
        from excluded
    )

select *
from final
