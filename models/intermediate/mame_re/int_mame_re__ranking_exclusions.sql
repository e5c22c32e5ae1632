-- Scores that do not count: repeats, and those of systems, contexts or memes that nobody knows.
with

    ranked as (select * from {{ ref("stg_mame_re__rankings") }}),

    repeats as (select * from {{ ref("int_mame_re__ranking_repeats") }} where exclusion_reason is not null),

    systems as (select * from {{ ref("int_mame_re__systems") }}),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    images as (select * from {{ ref("int_mame_re__images") }}),

    strangers as (
        select
            ranked.*,
            case
                when systems.system_id is null then 'system.unknown' else 'item.unknown'
            end as unknown_reason
        from ranked
        left join systems on systems.system_id = ranked.system_id
        left join contexts on contexts.context_id = ranked.context_id
        left join images on images.image_id = ranked.image_id
        where systems.system_id is null or contexts.context_id is null or images.image_id is null
    ),

    versions as (
        {{
            standing_versions(
                "strangers", "mame_re", "rankings", ["system_id", "context_id", "image_id"], ["score"]
            )
        }}
    ),

    final as (
        select system_id, context_id, image_id, source_row_id, exclusion_reason as reason
        from repeats
        union all
        select
            system_id,
            context_id,
            image_id,
            source_row_id,
            coalesce(exclusion_reason, unknown_reason) as reason
        from versions
    )

select *
from final
