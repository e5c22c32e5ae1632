-- Agreement over retained images is the headline; over all votes it stands beside.
with

    images as (select * from {{ ref("int_arteculture__image_status") }}),

    cultures as (select culture from {{ ref("int_arteculture__cultures") }}),

    final as (
        select
            'arteculture' as benchmark,
            cultures.culture as panel,
            images.image_id as subject_id,
            'emotion' as question,
            'is_retained' as breakdown,
            case when images.is_retained then 'true' else 'false' end as breakdown_value
        from images
        cross join cultures
    )

select *
from final
