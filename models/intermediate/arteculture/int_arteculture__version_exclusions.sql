-- Rows that another row of the same fact repeats or replaces.
with

    final as (
        {{
            arteculture_replaced_rows(
                {
                    "artwork": "artworks",
                    "concept": "concepts",
                    "rationale": "rationales",
                    "validation": "validations",
                    "review": "reviews",
                    "prediction": "predictions",
                    "test_concept": "test_concepts",
                    "similarity": "similarity",
                    "annotator": "annotators",
                    "explanation_score": "explanation_scores",
                    "preference": "preferences",
                }
            )
        }}
    )

select *
from final
