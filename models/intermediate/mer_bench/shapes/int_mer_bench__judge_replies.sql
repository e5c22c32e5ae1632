-- One row per reply that the judge was asked for; one served from its cache was not asked for.
with

    replies as (select * from {{ ref("int_mer_bench__replies") }} where is_usable),

    verdicts as (select * from {{ ref("int_mer_bench__verdicts") }}),

    final as (
        select
            'mer_bench' as benchmark,
            'judge' as judge_id,
            replies.configuration,
            replies.item_id,
            not replies.is_verdict as is_failed,
            coalesce(verdicts.is_gate_violation, false) as is_gate_violation,
            replies.source_row_id
        from replies
        left join verdicts on verdicts.source_row_id = replies.source_row_id
        where not coalesce(verdicts.is_cache_hit, false)
    )

select *
from final
