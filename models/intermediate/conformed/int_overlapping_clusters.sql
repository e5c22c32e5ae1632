-- Parts of leaderboards whose clusters share items, so that intervals over them are too narrow.
with

    final as (
        {{
            union_shape(
                "overlapping_clusters",
                ["benchmark", "leaderboard", "panel", "breakdown", "breakdown_value", "convention_id"],
                landed=false,
            )
        }}
    )

select *
from final
