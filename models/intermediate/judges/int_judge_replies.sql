-- Replies of each judge and configuration by item: asked for, unreadable, valid, and those that break the
-- judge's own
-- gate.
with

    replies as (
        {{
            union_shape(
                "judge_replies",
                [
                    "benchmark",
                    "judge_id",
                    "configuration",
                    "item_id",
                    "is_failed",
                    "is_gate_violation",
                    "source_row_id",
                ],
                landed=false,
            )
        }}
    ),

    final as (
        select
            benchmark,
            judge_id,
            configuration,
            item_id,
            count(*) as reply_count,
            cast(count_if(is_failed) as bigint) as failed_count,
            cast(count_if(not is_failed) as bigint) as valid_count,
            cast(count_if(is_gate_violation) as bigint) as gate_violation_count
        from replies
        group by benchmark, judge_id, configuration, item_id
    )

select *
from final
