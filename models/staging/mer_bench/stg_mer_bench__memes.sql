with

    source as (select * from {{ source("raw", "mer_bench__memes") }}),

    final as (
        select
            -- keys
            id as item_id,
            gen_id as output_image_id,
            -- emotions
            det_emo as source_emotion,
            tgt_emo as target_emotion,
            -- texts
            img_desc as image_description,
            text as source_caption,
            pos_txt as rewritten_caption,
            spec as edit_instruction,
            -- taxonomy
            visual_type,
            sentiment_polarity,
            layout_type,
            -- provenance
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
