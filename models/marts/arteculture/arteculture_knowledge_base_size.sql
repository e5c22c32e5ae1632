with

    cultures as (select culture from {{ ref("int_arteculture__cultures") }}),

    knowledge as (select * from {{ ref("int_arteculture__knowledge") }}),

    final as (
        select
            cast(cultures.culture as string) as culture,
            count(distinct case when knowledge.is_kept then knowledge.concept_key end) as concept_count,
            count(case when knowledge.is_kept then 1 end) as tuple_count,
            cast(
                coalesce(sum(case when knowledge.is_kept then knowledge.rationale_count end), 0) as bigint
            ) as rationale_count,
            count(knowledge.concept_key) as claimed_tuple_count,
            count(case when knowledge.is_flagged then 1 end) as flagged_tuple_count,
            count(case when knowledge.is_review_without_effect then 1 end) as review_without_effect_count
        from cultures
        left join knowledge on knowledge.culture = cultures.culture
        group by cultures.culture
    )

select *
from final
