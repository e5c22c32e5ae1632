-- For every concept that a model extracted, the concept of a culture's knowledge base that it retrieves:
-- itself, else
-- the most similar one above tau; of equally similar ones the smallest by code point.
with

    extracted as (select distinct concept_key from {{ ref("int_arteculture__test_concepts") }}),

    known as (
        select distinct culture, concept_key from {{ ref("int_arteculture__knowledge") }} where is_kept
    ),

    similarity as (select * from {{ ref("int_arteculture__similarity_versions") }} where is_standing),

    exact as (
        select
            known.culture,
            extracted.concept_key,
            known.concept_key as knowledge_concept_key,
            cast(null as double) as cosine,
            'exact' as match_kind
        from extracted
        inner join known on known.concept_key = extracted.concept_key
    ),

    nearest as (
        select
            known.culture,
            extracted.concept_key,
            known.concept_key as knowledge_concept_key,
            similarity.cosine,
            'semantic' as match_kind
        from extracted
        inner join similarity on similarity.concept_key = extracted.concept_key
        inner join known on known.concept_key = similarity.knowledge_concept_key
        where
            similarity.cosine > cast({{ var("arteculture_tau") }} as double)
            and not exists (
                select 1
                from exact
                where exact.culture = known.culture and exact.concept_key = extracted.concept_key
            )
        qualify
            row_number() over (
                partition by known.culture, extracted.concept_key
                order by similarity.cosine desc, known.concept_key
            )
            = 1
    ),

    final as (
        select *
        from exact
        union all
        select *
        from nearest
    )

select *
from final
