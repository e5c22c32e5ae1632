with

    source as (select * from {{ source("raw", "mer_bench__rejected_verdicts") }}),

    final as (
        select
            -- keys
            configuration,
            experiment,
            mode,
            run,
            model as system_id,
            row_id as item_id,
            cache_key,
            tgt_emotion as sample_target_emotion,
            -- why it is no verdict
            reason,
            is_json,
            is_error_record,
            -- the released code's reading
            is_dropped_by_released,
            released_vgq,
            released_vea,
            released_tgq,
            released_tea,
            released_lc,
            released_hgq,
            released_ppe,
            released_pes,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
