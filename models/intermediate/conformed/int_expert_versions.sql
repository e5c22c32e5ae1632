-- Every score that an expert gave; of several for one output and metric the later line stands, and says of
-- an earlier one
-- whether it was the same.
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

    files as (select * from {{ ref("stg_ledger__files") }}),

    -- Equal bytes landed for two benchmarks share a file id.
    places as (
        select substr(file_id, 1, 12) as short_file_id, min(file_path) as file_path
        from files
        group by substr(file_id, 1, 12)
    ),

    ranked as (
        select
            judgements.*,
            row_number() over later as version_rank,
            first_value(judgements.raw_score) over later as standing_score
        from judgements
        left join places on places.short_file_id = split_part(judgements.source_row_id, ':', 1)
        window
            later as (
                partition by
                    judgements.benchmark,
                    judgements.expert_id,
                    judgements.system_id,
                    judgements.setting,
                    judgements.panel,
                    judgements.item_id,
                    judgements.metric
                order by
                    places.file_path desc,
                    try_cast(split_part(judgements.source_row_id, ':', 2) as bigint) desc,
                    judgements.source_row_id desc
                rows between unbounded preceding and unbounded following
            )
    ),

    final as (
        select
            benchmark,
            expert_id,
            system_id,
            setting,
            panel,
            item_id,
            metric,
            raw_score,
            source_row_id,
            case
                when version_rank = 1
                then null
                when raw_score = standing_score
                then 'row.duplicate'
                else 'row.superseded'
            end as exclusion_reason
        from ranked
    )

select *
from final
