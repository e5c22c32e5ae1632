-- Registered breakdowns of subjects. A NULL question means every question that is asked about the subject.
with

    final as (
        {{
            union_shape(
                "subject_breakdowns",
                ["benchmark", "panel", "subject_id", "question", "breakdown", "breakdown_value"],
                landed=false,
            )
        }}
    )

select *
from final
