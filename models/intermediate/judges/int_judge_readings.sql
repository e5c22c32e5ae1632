-- Every answer of every judge, numbered where one output was judged again under one configuration. A
-- benchmark that tells
-- repeats from copies gives them itself (shape `judge_readings`); for any other each judgement is an answer.
with

    judgements as (select * from {{ ref("int_judgements") }}),

    told_apart as (
        {{
            union_shape(
                "judge_readings",
                [
                    "benchmark",
                    "judge_id",
                    "configuration",
                    "repeat_number",
                    "system_id",
                    "setting",
                    "panel",
                    "item_id",
                    "metric",
                    "score",
                ],
                landed=false,
            )
        }}
    ),

    own as (select benchmark from told_apart group by benchmark),

    numbered as (
        select
            judgements.benchmark,
            judgements.judge_id,
            judgements.configuration,
            cast(
                row_number() over (
                    partition by
                        judgements.benchmark,
                        judgements.judge_id,
                        judgements.configuration,
                        judgements.system_id,
                        judgements.setting,
                        judgements.panel,
                        judgements.item_id,
                        judgements.metric
                    order by
                        judgements.run nulls last,
                        try_cast(split_part(judgements.source_row_id, ':', 2) as bigint),
                        judgements.source_row_id,
                        judgements.raw_score
                ) as bigint
            ) as repeat_number,
            judgements.system_id,
            judgements.setting,
            judgements.panel,
            judgements.item_id,
            judgements.metric,
            judgements.raw_score as score
        from judgements
        left join own on own.benchmark = judgements.benchmark
        where own.benchmark is null and judgements.raw_score is not null
    ),

    final as (
        select *
        from told_apart
        where score is not null
        union all
        select *
        from numbered
    )

select *
from final
