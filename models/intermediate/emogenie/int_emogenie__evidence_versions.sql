with

    facts as (select * from {{ ref("stg_emogenie__description_evidence") }}),

    final as (
        {{
            standing_versions(
                "facts",
                "emogenie",
                "description_evidence",
                ["question_id", "coalesce(rater_id, source_row_id)"],
                ["evidence"],
                "annotated_at desc nulls last",
            )
        }}
    )

select *
from final
