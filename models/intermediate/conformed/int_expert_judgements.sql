-- One row per expert, output and metric: what judges are held against. Of repeated answers the later line
-- stands.
with

    judgements as (
        {{
            union_shape(
                "expert_judgements",
                [
                    "benchmark",
                    "expert_id",
                    "system_id",
                    "setting",
                    "panel",
                    "item_id",
                    "metric",
                    "raw_score",
                    "source_row_id",
                ],
            )
        }}
    ),

    ranked as (
        select
            *,
            row_number() over (
                partition by benchmark, expert_id, system_id, setting, panel, item_id, metric
                order by
                    try_cast(split_part(source_row_id, ':', 2) as bigint) desc, source_row_id desc, raw_score
            ) as answer_rank
        from judgements
    ),

    final as (
        select benchmark, expert_id, system_id, setting, panel, item_id, metric, raw_score, source_row_id
        from ranked
        where answer_rank = 1
    )

select *
from final
