-- How often a concept's images carry each emotion, over the retained training images only.
with

    labels as (select * from {{ ref("int_arteculture__culture_labels") }} where label is not null),

    training_concepts as (
        select concept_key, image_id
        from {{ ref("int_arteculture__image_concepts") }}
        where is_retained and split = 'train'
    ),

    supports as (select concept_key, count(*) as support_count from training_concepts group by concept_key),

    counted as (
        select training_concepts.concept_key, labels.culture, labels.label, count(*) as image_count
        from training_concepts
        inner join labels on labels.image_id = training_concepts.image_id
        group by training_concepts.concept_key, labels.culture, labels.label
    ),

    final as (
        select
            counted.concept_key,
            counted.culture,
            counted.label,
            counted.image_count,
            supports.support_count,
            -- All tied leaders are dominant.
            counted.image_count
            = max(counted.image_count) over (partition by counted.concept_key, counted.culture) as is_dominant
        from counted
        inner join supports on supports.concept_key = counted.concept_key
    )

select *
from final
