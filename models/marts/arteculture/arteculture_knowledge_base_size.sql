with

    knowledge as (select * from {{ ref("int_arteculture__knowledge") }}),

    final as (
        select
            cast(culture as string) as culture,
            count(distinct case when is_kept then concept_key end) as concept_count,
            count(case when is_kept then 1 end) as tuple_count,
            cast(coalesce(sum(case when is_kept then rationale_count end), 0) as bigint) as rationale_count,
            count(concept_key) as claimed_tuple_count,
            count(case when is_flagged then 1 end) as flagged_tuple_count,
            count(case when is_review_without_effect then 1 end) as review_without_effect_count
        from knowledge
        group by culture
    )

select *
from final
