with

    source as (select * from {{ source("raw", "mame_re__scores") }}),

    final as (
        select
            context_id,
            image_id,
            -- Ingest took only fifths: the nearest whole number of votes is the number of votes.
            cast(round(5e0 * score) as bigint) as funny_count,
            cast(5 as bigint) as vote_count,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
