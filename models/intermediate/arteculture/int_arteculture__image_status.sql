-- How many cultures have a label for an image; it is retained when all of them have.
with

    images as (select * from {{ ref("int_arteculture__images") }}),

    labels as (select * from {{ ref("int_arteculture__culture_labels") }}),

    culture_count as (select count(*) as culture_count from {{ ref("int_arteculture__cultures") }}),

    counted as (
        select image_id, count(label) as labelled_culture_count, count(distinct label) as distinct_label_count
        from labels
        group by image_id
    ),

    final as (
        select
            images.image_id,
            images.source,
            images.region,
            images.split,
            images.split_source,
            coalesce(counted.labelled_culture_count, 0) as labelled_culture_count,
            coalesce(counted.distinct_label_count, 0) as distinct_label_count,
            coalesce(counted.labelled_culture_count, 0) = culture_count.culture_count as is_retained
        from images
        cross join culture_count
        left join counted on counted.image_id = images.image_id
    )

select *
from final
