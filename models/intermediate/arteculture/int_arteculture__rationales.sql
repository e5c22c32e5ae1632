-- Standing rationales with whether any image was ever said to hold their concept.
with

    rationales as (select * from {{ ref("int_arteculture__rationale_versions") }} where is_standing),

    vocabulary as (select distinct concept_key from {{ ref("int_arteculture__image_concepts") }}),

    final as (
        select
            rationales.concept_key,
            rationales.culture,
            rationales.emotion,
            rationales.rationale,
            vocabulary.concept_key is not null as is_known_concept,
            rationales.source_row_id
        from rationales
        left join vocabulary on vocabulary.concept_key = rationales.concept_key
    )

select *
from final
