-- An id may stand twice in an index, or in two of them: the last by file path and row stands.
with

    memes as (select * from {{ ref("stg_mer_bench__memes") }}),

    files as (select * from {{ ref("stg_ledger__files") }}),

    digested as (
        select
            memes.*,
            files.file_path,
            md5(
                concat_ws(
                    chr(31),
                    source_emotion,
                    target_emotion,
                    coalesce(output_image_id, chr(30)),
                    coalesce(image_description, chr(30)),
                    coalesce(source_caption, chr(30)),
                    coalesce(rewritten_caption, chr(30)),
                    coalesce(edit_instruction, chr(30)),
                    coalesce(visual_type, chr(30)),
                    coalesce(sentiment_polarity, chr(30)),
                    coalesce(layout_type, chr(30))
                )
            ) as content_digest
        from memes
        inner join
            files
            on files.file_id = memes.file_id
            and files.benchmark = 'mer_bench'
            and files.table_name = 'memes'
    ),

    ranked as (
        select
            *,
            row_number() over (
                partition by item_id order by file_path desc, file_id desc, row_number desc
            ) as version_rank,
            first_value(content_digest) over (
                partition by item_id order by file_path desc, file_id desc, row_number desc
            ) as standing_digest
        from digested
    ),

    final as (
        select
            *,
            version_rank = 1 as is_standing,
            case
                when version_rank = 1
                then null
                when content_digest = standing_digest
                then 'row.duplicate'
                else 'row.superseded'
            end as exclusion_reason
        from ranked
    )

select *
from final
