-- One row per claimed tuple (concept, culture, emotion) and whether it survives reverse validation.
with

    rationales as (select * from {{ ref("int_arteculture__rationales") }} where is_known_concept),

    associations as (select * from {{ ref("int_arteculture__concept_emotions") }}),

    judge_agreement as (select * from {{ ref("int_arteculture__judge_agreement") }}),

    reviews as (select * from {{ ref("int_arteculture__review_versions") }} where is_standing),

    supports as (select distinct concept_key, support_count from associations),

    tuples as (
        select concept_key, culture, emotion, count(*) as rationale_count
        from rationales
        group by concept_key, culture, emotion
    ),

    flagged as (
        select
            tuples.*,
            coalesce(judge_agreement.judge_count, 0) as judge_count,
            coalesce(judge_agreement.differing_judge_count, 0) as differing_judge_count,
            coalesce(judge_agreement.judge_count, 0) < 2
            or coalesce(judge_agreement.differing_judge_count, 0) > 0 as is_flagged
        from tuples
        left join
            judge_agreement
            on judge_agreement.concept_key = tuples.concept_key
            and judge_agreement.culture = tuples.culture
    ),

    final as (
        select
            flagged.concept_key,
            flagged.culture,
            flagged.emotion,
            flagged.rationale_count,
            flagged.judge_count,
            flagged.differing_judge_count,
            flagged.is_flagged,
            reviews.is_accepted,
            not flagged.is_flagged or coalesce(reviews.is_accepted, false) as is_kept,
            not flagged.is_flagged and reviews.is_accepted is not null as is_review_without_effect,
            coalesce(associations.is_dominant, false) as is_computed_leader,
            coalesce(supports.support_count, 0) as support_count
        from flagged
        left join reviews on reviews.concept_key = flagged.concept_key and reviews.culture = flagged.culture
        left join
            associations
            on associations.concept_key = flagged.concept_key
            and associations.culture = flagged.culture
            and associations.label = flagged.emotion
        left join supports on supports.concept_key = flagged.concept_key
    )

select *
from final
