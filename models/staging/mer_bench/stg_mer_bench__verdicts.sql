with

    source as (select * from {{ source("raw", "mer_bench__verdicts") }}),

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
            -- emotions of the judged sample
            src_emotion as sample_source_emotion,
            tgt_emotion as sample_target_emotion,
            -- scores on the judge's scale
            vgq,
            vea,
            tgq,
            tea,
            lc,
            hgq,
            ppe_label,
            other_emotion,
            pes,
            -- how the reply was read
            is_fenced,
            is_wrapped,
            is_label_normalised,
            has_extra_keys,
            is_cache_hit,
            is_dropped_by_released,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
