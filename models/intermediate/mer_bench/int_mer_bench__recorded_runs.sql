-- A recorded run of a system is one file. Where two files claim the same run, the first path stands.
with

    verdicts as (select * from {{ ref("stg_mer_bench__verdicts") }}),

    rejected as (select * from {{ ref("stg_mer_bench__rejected_verdicts") }}),

    files as (select * from {{ ref("stg_ledger__files") }}),

    runs as (
        select configuration, experiment, mode, system_id, run, file_id
        from verdicts
        where experiment is not null
        union
        select configuration, experiment, mode, system_id, run, file_id
        from rejected
        where experiment is not null
    ),

    final as (
        select
            runs.*,
            files.file_path,
            row_number() over (
                partition by runs.configuration, experiment, mode, system_id, run
                order by file_path, runs.file_id
            )
            = 1 as is_standing,
            min(file_path) over (
                partition by runs.configuration, experiment, mode, system_id, run
            ) as standing_path
        from runs
        inner join
            files
            on files.file_id = runs.file_id
            and files.benchmark = 'mer_bench'
            and files.table_name = 'verdicts'
    )

select *
from final
