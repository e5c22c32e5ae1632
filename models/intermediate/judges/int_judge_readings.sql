-- Every answer of every judge, numbered where one output was judged again under one configuration. Where a
-- benchmark tells a judge's repeats from copies itself, these are its answers; for any other judge each
-- judgement is one, in the order of runs, or of files and lines.
with

    judgements as (select * from {{ ref("int_judgement_versions") }} where exclusion_reason is null),

    told_apart as (select * from {{ ref("int_told_apart_readings") }}),

    placed as ({{ placed_rows("judgements") }}),

    numbered as (
        select
            benchmark,
            judge_id,
            configuration,
            cast(
                row_number() over (
                    partition by
                        benchmark, judge_id, configuration, system_id, setting, panel, item_id, metric
                    order by run nulls last, file_path nulls last, line_number, source_row_id, raw_score
                ) as bigint
            ) as repeat_number,
            system_id,
            setting,
            panel,
            item_id,
            metric,
            raw_score as score
        from placed
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
