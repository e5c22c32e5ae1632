-- Every answer of every judge, numbered where one output was judged again under one configuration. Where a
-- benchmark tells a judge's repeats from copies itself, these are its answers; for any other judge each
-- judgement is one.
with

    judgements as (select * from {{ ref("int_judgement_versions") }} where exclusion_reason is null),

    told_apart as (select * from {{ ref("int_told_apart_readings") }}),

    numbered as (
        select
            benchmark,
            judge_id,
            configuration,
            cast(
                row_number() over (
                    partition by
                        benchmark, judge_id, configuration, system_id, setting, panel, item_id, metric
                    order by
                        run nulls last,
                        try_cast(split_part(source_row_id, ':', 2) as bigint),
                        source_row_id,
                        raw_score
                ) as bigint
            ) as repeat_number,
            system_id,
            setting,
            panel,
            item_id,
            metric,
            raw_score as score
        from judgements
        where raw_score is not null
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
