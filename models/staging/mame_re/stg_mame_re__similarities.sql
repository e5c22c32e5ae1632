with

    source as (select * from {{ source("raw", "mame_re__similarities") }}),

    final as (
        select
            kind,
            -- Both orders of a pair of memes are one pair.
            case when kind = 'image_image' then least(left_id, right_id) else left_id end as left_id,
            case when kind = 'image_image' then greatest(left_id, right_id) else right_id end as right_id,
            encoder,
            cosine,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
