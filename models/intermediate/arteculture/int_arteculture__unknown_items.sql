-- Standing rows about an image that no artwork file and no released table declares.
with

    images as (select image_id from {{ ref("int_arteculture__images") }}),

    standing as (
        {{
            arteculture_standing_rows(
                {
                    "annotation": "annotations",
                    "concept": "concepts",
                    "prediction": "predictions",
                    "test_concept": "test_concepts",
                    "explanation_score": "explanation_scores",
                    "preference": "preferences",
                }
            )
        }}
    ),

    other_sets as (select source_row_id from {{ ref("int_arteculture__answers") }} where not is_own_set),

    final as (
        select
            standing.stage,
            standing.system_id,
            standing.image_id as item_id,
            standing.source_row_id,
            'item.unknown' as reason,
            'no artwork has this id' as detail
        from standing
        left join images on images.image_id = standing.image_id
        left join other_sets on other_sets.source_row_id = standing.source_row_id
        where images.image_id is null and other_sets.source_row_id is null
    )

select *
from final
