with

    confusion as (select * from {{ ref("int_emogenie__confusion") }}),

    final as (
        select
            cast(perspective as string) as perspective,
            cast(system_id as string) as system_id,
            cast(tie_credit as string) as tie_credit,
            cast(prompted_label as string) as prompted_label,
            cast(assigned_label as string) as assigned_label,
            share,
            cast(image_count as bigint) as image_count,
            cast(unlabelled_image_count as bigint) as unlabelled_image_count,
            prompted_position,
            assigned_position,
            case when image_count > 0 then 'ok' else 'no_votes' end as status
        from confusion
    )

select *
from final
