with

    source as (select * from {{ source("raw", "mer_bench__expert_scores") }}),

    final as (
        select
            expert_id,
            model as system_id,
            row_id as item_id,
            vgq,
            vea,
            tgq,
            tea,
            lc,
            hgq,
            ppe as ppe_label,
            pes,
            annotated_at,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
