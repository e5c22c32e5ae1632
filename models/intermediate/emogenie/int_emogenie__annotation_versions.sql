with

    facts as (select * from {{ ref("stg_emogenie__annotations") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "emogenie",
                "annotations",
                ["image_id", "coalesce(rater_id, source_row_id)"],
                ["emotion", "intensity", "valence", "arousal", "dominance", "aesthetics"],
                first_by="annotated_at desc nulls last",
            )
        }}
    )

select *
from final
