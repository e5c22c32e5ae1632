-- Answers that a benchmark itself replaced by a later row of the same rater, before they could become
-- ballots.
with

    final as (
        {{
            union_shape(
                "replaced_ballots",
                ["benchmark", "panel", "question", "rater_id", "exclusion_reason"],
                landed=false,
            )
        }}
    )

select *
from final
