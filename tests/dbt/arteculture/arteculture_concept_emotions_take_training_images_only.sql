-- A test image that entered an association would leak its label into the knowledge base.
with

    concepts as (select * from {{ ref("int_arteculture__image_concepts") }}),

    sides as (select image_id, split from {{ ref("arteculture_split") }}),

    retained as (select distinct image_id from {{ ref("arteculture_labels") }} where is_retained),

    allowed as (
        select concepts.concept_key as concept, count(*) as allowed_count
        from concepts
        inner join sides on sides.image_id = concepts.image_id and sides.split = 'train'
        inner join retained on retained.image_id = concepts.image_id
        group by concepts.concept_key
    ),

    final as (
        select associations.concept, associations.support_count, allowed.allowed_count
        from {{ ref("arteculture_concept_emotions") }} as associations
        left join allowed on allowed.concept = associations.concept
        where associations.support_count <> coalesce(allowed.allowed_count, 0)
    )

select *
from final
