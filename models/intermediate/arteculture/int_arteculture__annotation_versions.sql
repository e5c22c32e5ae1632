-- An anonymous rater answers once per row: two of their rows are never one answer.
with

    facts as (select * from {{ ref("stg_arteculture__annotations") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "arteculture",
                "annotations",
                ["image_id", "culture", "rater_id", "case when rater_id is null then source_row_id end"],
                ["emotion", "explanation", "annotation_round"],
                first_by="annotated_at desc nulls last",
            )
        }}
    )

select *
from final
