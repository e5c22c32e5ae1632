-- What Table 1 counts, over retained images and over all annotated ones, within splits and cultures and
-- over all.
with

    labels as (select * from {{ ref("int_arteculture__culture_labels") }}),

    images as (select * from {{ ref("int_arteculture__image_status") }}),

    pairs as (
        select
            labels.image_id,
            labels.culture,
            labels.label,
            labels.vote_share,
            labels.vote_count,
            images.region,
            images.source,
            images.split,
            images.is_retained
        from labels
        inner join images on images.image_id = labels.image_id
    ),

    by_population as (
        select pairs.*, 'all' as population
        from pairs
        union all
        select pairs.*, 'retained' as population
        from pairs
        where pairs.is_retained
    ),

    by_split as (
        select by_population.*, by_population.split as split_part
        from by_population
        union all
        select by_population.*, 'all' as split_part
        from by_population
    ),

    final as (
        select by_split.*, by_split.culture as culture_part
        from by_split
        union all
        select by_split.*, 'all' as culture_part
        from by_split
    )

select *
from final
