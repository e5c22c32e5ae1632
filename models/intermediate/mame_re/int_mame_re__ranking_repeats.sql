-- Scores of one known meme that stand twice in a system's ranking, with the one that counts. Kept apart,
-- because judging versions of millions of rows that have none is what costs.
with

    ranked as (select * from {{ ref("stg_mame_re__rankings") }}),

    numbered as (select * from {{ ref("int_mame_re__numbered_rankings") }} where image_number is not null),

    systems as (select * from {{ ref("int_mame_re__systems") }}),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    images as (select * from {{ ref("int_mame_re__images") }}),

    -- Up to 32 neighbouring memes are the bits of one number: fewer bits than rows means that one stands
    -- twice.
    crowded as (
        select system_number, context_number, {{ shift_right("image_number", 5) }} as image_block
        from numbered
        where system_number is not null and context_number is not null
        group by system_number, context_number, {{ shift_right("image_number", 5) }}
        having bit_count(bit_or({{ shift_left("1", "image_number % 32") }})) < count(*)
    ),

    repeated as (
        select numbered.system_number, numbered.context_number, numbered.image_number
        from numbered
        inner join
            crowded
            on crowded.system_number = numbered.system_number
            and crowded.context_number = numbered.context_number
            and crowded.image_block = {{ shift_right("numbered.image_number", 5) }}
        group by numbered.system_number, numbered.context_number, numbered.image_number
        having count(*) > 1
    ),

    named as (
        select repeated.*, systems.system_id, contexts.context_id, images.image_id
        from repeated
        inner join systems on systems.system_number = repeated.system_number
        inner join contexts on contexts.context_number = repeated.context_number
        inner join images on images.image_number = repeated.image_number
    ),

    facts as (
        select ranked.*, named.system_number, named.context_number, named.image_number
        from ranked
        inner join
            named
            on named.system_id = ranked.system_id
            and named.context_id = ranked.context_id
            and named.image_id = ranked.image_id
    ),

    final as (
        {{
            standing_versions(
                "facts", "mame_re", "rankings", ["system_id", "context_id", "image_id"], ["score"]
            )
        }}
    )

select *
from final
