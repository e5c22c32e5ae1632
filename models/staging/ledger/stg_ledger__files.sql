with

    source as (select * from {{ source("raw", "files") }}),

    final as (
        select
            file_id,
            file_sha256,
            path as file_path,
            benchmark,
            table_name,
            configuration,
            row_count,
            reject_count
        from source
    )

select *
from final
