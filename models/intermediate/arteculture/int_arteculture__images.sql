-- Every known image: the standing artwork records, and what the released table declares by itself. Its
-- region is
-- unknown there and stays so.
with

    artworks as (select * from {{ ref("int_arteculture__artwork_versions") }} where is_standing),

    released as (select distinct image_id from {{ ref("stg_arteculture__artelingo") }}),

    known as (
        select image_id, source, tradition, region, declared_split
        from artworks
        union all
        select
            released.image_id,
            'artelingo' as source,
            cast(null as string) as tradition,
            cast(null as string) as region,
            cast(null as string) as declared_split
        from released
        where not exists (select 1 from artworks where artworks.image_id = released.image_id)
    ),

    final as (
        select
            image_id,
            source,
            tradition,
            region,
            coalesce(
                declared_split, {{ arteculture_hashed_split("image_id", var("arteculture_split_seed")) }}
            ) as split,
            case when declared_split is not null then 'declared' else 'hashed' end as split_source
        from known
    )

select *
from final
