-- An id may stand twice in an index, or in two of them.
with

    memes as (select * from {{ ref("stg_mer_bench__memes") }}),

    final as (
        {{
            standing_versions(
                "memes",
                "mer_bench",
                "memes",
                ["item_id"],
                [
                    "source_emotion",
                    "target_emotion",
                    "output_image_id",
                    "image_description",
                    "source_caption",
                    "rewritten_caption",
                    "edit_instruction",
                    "visual_type",
                    "sentiment_polarity",
                    "layout_type",
                ],
            )
        }}
    )

select *
from final
