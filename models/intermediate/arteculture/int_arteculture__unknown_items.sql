-- Standing rows about an image that no artwork file and no released table declares.
with

    images as (select image_id from {{ ref("int_arteculture__images") }}),

    annotations as (
        select 'annotations' as stage, cast(null as string) as system_id, image_id, source_row_id
        from {{ ref("stg_arteculture__annotations") }}
    ),

    standing as (
        {{
            arteculture_standing_rows(
                {
                    "concept": "concepts",
                    "prediction": "predictions",
                    "test_concept": "test_concepts",
                    "explanation_score": "explanation_scores",
                    "preference": "preferences",
                }
            )
        }}
    ),

    named as (
        select stage, system_id, image_id, source_row_id
        from annotations
        union all
        select stage, system_id, image_id, source_row_id
        from standing
    ),

    other_sets as (select source_row_id from {{ ref("int_arteculture__answers") }} where not is_own_set),

    final as (
        select
            named.stage,
            named.system_id,
            named.image_id as item_id,
            named.source_row_id,
            'item.unknown' as reason,
            'no artwork has this id' as detail
        from named
        left join images on images.image_id = named.image_id
        left join other_sets on other_sets.source_row_id = named.source_row_id
        where images.image_id is null and other_sets.source_row_id is null
    )

select *
from final
