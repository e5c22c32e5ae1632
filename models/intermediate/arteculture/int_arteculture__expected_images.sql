-- What a model is expected to answer: in a split where it answered one image, all of them; of another
-- evaluation
-- set, every image that anybody answered. Training images are never expected: an answer there is
-- contamination.
with

    answers as (select * from {{ ref("int_arteculture__answers") }} where is_scored),

    images as (select * from {{ ref("int_arteculture__image_status") }} where is_retained),

    answered_splits as (
        select distinct system_id, setting, culture, prompt_language, evaluation_set, split
        from answers
        where is_own_set and split <> 'train'
    ),

    answered_sets as (
        select distinct system_id, setting, culture, prompt_language, evaluation_set
        from answers
        where not is_own_set
    ),

    set_images as (select distinct evaluation_set, culture, image_id from answers where not is_own_set),

    final as (
        select
            answered_splits.system_id,
            answered_splits.setting,
            answered_splits.culture,
            answered_splits.prompt_language,
            answered_splits.evaluation_set,
            images.image_id,
            images.split,
            coalesce(images.region, 'unknown') as region
        from answered_splits
        inner join images on images.split = answered_splits.split
        union all
        select
            answered_sets.system_id,
            answered_sets.setting,
            answered_sets.culture,
            answered_sets.prompt_language,
            answered_sets.evaluation_set,
            set_images.image_id,
            cast(null as string) as split,
            cast(null as string) as region
        from answered_sets
        inner join
            set_images
            on set_images.evaluation_set = answered_sets.evaluation_set
            and set_images.culture = answered_sets.culture
    )

select *
from final
