-- Scores of one meme that stand twice in a system's ranking, with the one that counts. Kept apart, because
-- judging
-- versions of millions of rows that have none is what costs.
with

    ranked as (select * from {{ ref("stg_mame_re__rankings") }}),

    repeated as (
        select system_id, context_id, image_id
        from ranked
        group by system_id, context_id, image_id
        having count(*) > 1
    ),

    facts as (
        select ranked.*
        from ranked
        inner join
            repeated
            on repeated.system_id = ranked.system_id
            and repeated.context_id = ranked.context_id
            and repeated.image_id = ranked.image_id
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
