with

    associations as (select * from {{ ref("int_arteculture__concept_emotions") }}),

    final as (
        select
            cast(concept_key as string) as concept,
            cast(culture as string) as culture,
            cast(label as string) as label,
            cast(image_count as bigint) as image_count,
            {{ share_of("image_count", "support_count") }} as probability,
            cast(support_count as bigint) as support_count,
            is_dominant
        from associations
    )

select *
from final
