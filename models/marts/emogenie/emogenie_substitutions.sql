with

    confusion as (
        select *
        from {{ ref("emogenie_confusion") }}
        where
            tie_credit = 'fractional'
            and system_id <> 'all'
            and prompted_label <> assigned_label
            and share > 0
    ),

    final as (
        select
            perspective,
            system_id,
            prompted_label,
            assigned_label,
            share,
            -- Competition ranks: equal shares share the better rank.
            cast(rank() over (partition by perspective, system_id order by share desc) as bigint) as rank,
            image_count,
            tie_credit
        from confusion
    )

select *
from final
