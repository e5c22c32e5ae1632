-- Every model that a file of answers or descriptions was landed for, usable rows or not.
with

    answers as (select distinct system_id from {{ ref("int_emogenie__answer_versions") }}),

    descriptions as (select distinct system_id from {{ ref("int_emogenie__description_versions") }}),

    files as (
        select table_name, {{ system_of_path("file_path") }} as system_id
        from {{ ref("stg_ledger__files") }}
        where benchmark = 'emogenie' and row_count = 0
    ),

    final as (
        select 'answers' as task, system_id
        from answers
        union
        select 'descriptions' as task, system_id
        from descriptions
        union
        select table_name as task, system_id
        from files
        where table_name in ('answers', 'descriptions')
    )

select *
from final
