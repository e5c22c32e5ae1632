with

    released as (
        {{
            union_shape(
                "vote_counts",
                [
                    "benchmark",
                    "panel",
                    "subject_id",
                    "question",
                    "label",
                    "vote_count",
                    "source_row_id",
                ],
            )
        }}
    ),

    versions as (
        {{
            landed_versions(
                "released", ["benchmark", "panel", "question", "subject_id", "label"], ["vote_count"]
            )
        }}
    ),

    final as (
        select
            benchmark,
            panel,
            subject_id,
            question,
            label,
            cast(vote_count as bigint) as vote_count,
            source_row_id,
            exclusion_reason
        from versions
    )

select *
from final
