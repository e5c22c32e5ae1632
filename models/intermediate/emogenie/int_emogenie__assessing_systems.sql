-- Every model that a file of predictions was landed for, usable rows or not.
with

    predictions as (select distinct system_id from {{ ref("int_emogenie__assessment_versions") }}),

    empty_files as (
        select {{ system_of_path("file_path") }} as system_id
        from {{ ref("stg_ledger__files") }}
        where benchmark = 'emogenie' and table_name = 'assessments' and row_count = 0
    ),

    final as (
        select system_id
        from predictions
        union
        select system_id
        from empty_files
    )

select *
from final
