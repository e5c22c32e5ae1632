-- Judgements of every judge whose repeats the benchmark does not tell apart itself. Under one run an
-- output is judged once: the last by file and line stands. Without a run each is an answer of its own.
with

    judgements as (select * from {{ ref("int_judgements") }}),

    told_apart as (
        select benchmark, judge_id from {{ ref("int_told_apart_readings") }} group by benchmark, judge_id
    ),

    others as (
        select
            judgements.*,
            case when judgements.run is null then judgements.source_row_id end as unnumbered_row_id
        from judgements
        left join
            told_apart
            on told_apart.benchmark = judgements.benchmark
            and told_apart.judge_id = judgements.judge_id
        where told_apart.judge_id is null
    ),

    versions as (
        {{
            landed_versions(
                "others",
                [
                    "benchmark",
                    "judge_id",
                    "configuration",
                    "run",
                    "unnumbered_row_id",
                    "system_id",
                    "setting",
                    "panel",
                    "item_id",
                    "metric",
                ],
                ["raw_score"],
            )
        }}
    ),

    final as (select versions.* exclude (unnumbered_row_id) from versions)

select *
from final
