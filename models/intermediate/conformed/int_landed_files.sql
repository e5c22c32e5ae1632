-- Where landed files lie, by what a source_row_id begins with. Equal bytes landed for two benchmarks share a
-- file id.
with

    files as (select * from {{ ref("stg_ledger__files") }}),

    final as (
        select substr(file_id, 1, 12) as short_file_id, min(file_path) as file_path
        from files
        group by substr(file_id, 1, 12)
    )

select *
from final
