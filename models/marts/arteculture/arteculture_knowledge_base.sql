with

    knowledge as (select * from {{ ref("int_arteculture__knowledge") }}),

    final as (
        select
            cast(concept_key as string) as concept,
            cast(culture as string) as culture,
            cast(emotion as string) as emotion,
            is_flagged,
            is_kept,
            cast(rationale_count as bigint) as rationale_count,
            is_computed_leader,
            cast(support_count as bigint) as support_count,
            cast(judge_count as bigint) as judge_count,
            cast(differing_judge_count as bigint) as differing_judge_count,
            is_accepted,
            is_review_without_effect
        from knowledge
    )

select *
from final
