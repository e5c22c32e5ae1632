-- One row per standing prediction with what it is held against: the culture's label, or another set's own.
with

    predictions as (select * from {{ ref("int_arteculture__prediction_versions") }} where is_standing),

    images as (select * from {{ ref("int_arteculture__image_status") }}),

    labels as (select * from {{ ref("int_arteculture__culture_labels") }}),

    held_against as (
        select
            predictions.*,
            predictions.evaluation_set = 'arteculture' as is_own_set,
            images.image_id is not null as is_known,
            coalesce(images.is_retained, false) as is_retained,
            case when predictions.evaluation_set = 'arteculture' then images.split end as split,
            case
                when predictions.evaluation_set = 'arteculture' then coalesce(images.region, 'unknown')
            end as region,
            case
                when predictions.evaluation_set = 'arteculture'
                then labels.label
                else predictions.gold_emotion
            end as gold_label
        from predictions
        left join images on images.image_id = predictions.image_id
        left join labels on labels.image_id = predictions.image_id and labels.culture = predictions.culture
    ),

    final as (
        select
            system_id,
            setting,
            culture,
            image_id,
            prompt_language,
            evaluation_set,
            split,
            region,
            is_own_set,
            is_known,
            is_retained,
            not is_own_set or is_retained as is_scored,
            prompt_language = culture as is_own_language,
            emotion_label,
            parse_rule,
            gold_label,
            -- An answer without a label is wrong, not absent.
            coalesce(emotion_label = gold_label, false) as is_correct,
            explanation_word_count,
            source_row_id
        from held_against
    )

select *
from final
