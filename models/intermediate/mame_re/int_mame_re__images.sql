-- The images of the benchmark. Where no list of them is landed, those that scores and annotations name.
with

    listed as (
        select image_id, speech_text, description
        from {{ ref("int_mame_re__image_versions") }}
        where is_standing
    ),

    named as (
        select image_id
        from {{ ref("stg_mame_re__scores") }}
        union
        select image_id
        from {{ ref("stg_mame_re__annotations") }}
    ),

    united as (
        select image_id, speech_text, description
        from listed
        union all
        select image_id, cast(null as string) as speech_text, cast(null as string) as description
        from named
        where not exists (select 1 from listed)
    ),

    final as (
        select
            *,
            -- Names as small whole numbers: millions of rows are joined and counted by them.
            cast(row_number() over (order by image_id) as integer) as image_number
        from united
    )

select *
from final
