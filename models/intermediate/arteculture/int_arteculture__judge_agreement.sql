-- Per concept and culture: judges that inferred an emotion from the rationales, and those that named none
-- of the
-- computed leaders.
with

    validations as (select * from {{ ref("int_arteculture__validation_versions") }} where is_standing),

    leaders as (select * from {{ ref("int_arteculture__concept_emotions") }} where is_dominant),

    final as (
        select
            validations.concept_key,
            validations.culture,
            count(*) as judge_count,
            count(*) - count(leaders.label) as differing_judge_count
        from validations
        left join
            leaders
            on leaders.concept_key = validations.concept_key
            and leaders.culture = validations.culture
            and leaders.label = validations.emotion
        group by validations.concept_key, validations.culture
    )

select *
from final
