with

    labels as (select * from {{ ref("labels") }} where benchmark = 'emogenie'),

    final as (
        select
            panel,
            subject_id,
            question,
            policy,
            label,
            leaders,
            leader_count,
            vote_share,
            vote_count,
            entropy_unit,
            is_unanimous,
            settled_round
        from labels
    )

select *
from final
