with

    screening as (select * from {{ ref("int_emogenie__screening") }}),

    final as (
        select
            cast(panel as string) as panel,
            cast(question as string) as question,
            cast(rater_id as string) as rater_id,
            is_rejected,
            cast(reason as string) as reason,
            cast(image_count as bigint) as image_count,
            cast(high_count as bigint) as high_count,
            cast(low_count as bigint) as low_count
        from screening
    )

select *
from final
