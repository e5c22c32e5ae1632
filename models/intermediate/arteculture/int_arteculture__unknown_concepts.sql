-- Rationales for a concept that no image holds, and verdicts about rationales that nobody gave.
with

    rationales as (select * from {{ ref("int_arteculture__rationales") }}),

    validations as (select * from {{ ref("int_arteculture__validation_versions") }} where is_standing),

    reviews as (select * from {{ ref("int_arteculture__review_versions") }} where is_standing),

    vocabulary as (select distinct concept_key from {{ ref("int_arteculture__image_concepts") }}),

    tuples as (select distinct concept_key, culture from rationales),

    verdicts as (
        select 'validations' as stage, judge_id as system_id, concept_key, culture, source_row_id
        from validations
        union all
        select 'reviews' as stage, cast(null as string) as system_id, concept_key, culture, source_row_id
        from reviews
    ),

    final as (
        select
            'rationales' as stage,
            cast(null as string) as system_id,
            concept_key as item_id,
            source_row_id,
            'concept.unknown' as reason,
            'no image has this concept' as detail
        from rationales
        where not is_known_concept
        union all
        select
            verdicts.stage,
            verdicts.system_id,
            verdicts.concept_key as item_id,
            verdicts.source_row_id,
            case
                when vocabulary.concept_key is null then 'concept.unknown' else 'rationale.unknown'
            end as reason,
            case
                when vocabulary.concept_key is null
                then 'no image has this concept'
                else concat('no rationale of culture ', verdicts.culture)
            end as detail
        from verdicts
        left join vocabulary on vocabulary.concept_key = verdicts.concept_key
        left join tuples on tuples.concept_key = verdicts.concept_key and tuples.culture = verdicts.culture
        where vocabulary.concept_key is null or tuples.concept_key is null
    )

select *
from final
