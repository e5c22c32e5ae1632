-- Every model and setting that answers to the benchmark's own images were landed for, usable or not. A file
-- without one usable row still names its model, whose setting is then `all`.
with

    predictions as (select * from {{ ref("int_arteculture__prediction_versions") }}),

    files as (
        select {{ system_of_path("file_path") }} as system_id
        from {{ ref("stg_ledger__files") }}
        where benchmark = 'arteculture' and table_name = 'predictions' and row_count = 0
    ),

    final as (
        select distinct system_id, setting
        from predictions
        where evaluation_set = 'arteculture'
        union all
        select distinct system_id, 'all' as setting
        from files
        where not exists (select 1 from predictions where predictions.system_id = files.system_id)
    )

select *
from final
