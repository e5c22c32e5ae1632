-- One row per image, dimension and screening: its mean opinion score.
with

    counts as (select * from {{ ref("int_emogenie__rating_counts") }}),

    screened as (select * from {{ ref("int_emogenie__screened_means") }}),

    images as (select * from {{ ref("int_emogenie__images") }}),

    means as (
        select distinct
            question,
            image_id,
            'none' as screening,
            image_rating_sum / cast(image_rating_count as double) as mean,
            image_rating_count as rating_count
        from counts
        union all
        select question, image_id, 'bt500' as screening, mean, rating_count
        from screened
    ),

    final as (
        select
            images.perspective,
            means.question as dimension,
            images.system_id,
            images.image_id,
            images.prompt_id,
            means.screening,
            means.mean,
            means.rating_count
        from means
        inner join images on images.image_id = means.image_id
    )

select *
from final
