-- Standing predictions on the dimension's own scale; a probability p of the high end is low + p (high - low).
with

    predictions as (select * from {{ ref("int_emogenie__assessment_versions") }} where is_standing),

    images as (select * from {{ ref("int_emogenie__images") }}),

    questions as (select * from {{ ref("emogenie_questions_by_panel") }} where is_mean_opinion),

    scales as (
        select
            scale,
            cast(min(numeric_value) as double) as scale_low,
            cast(max(numeric_value) as double) as scale_high
        from {{ ref("emogenie_scales") }}
        group by scale
    ),

    placed as (
        select
            predictions.*,
            images.perspective,
            questions.scale,
            case
                when images.perspective is null
                then 'item.unknown'
                when questions.scale is null
                then predictions.dimension || '.not_applicable'
            end as placement_reason
        from predictions
        left join images on images.image_id = predictions.image_id
        left join
            questions on questions.panel = images.perspective and questions.question = predictions.dimension
    ),

    final as (
        select
            placed.system_id,
            placed.image_id,
            placed.dimension,
            placed.perspective,
            coalesce(
                placed.score,
                scales.scale_low + placed.high_probability * (scales.scale_high - scales.scale_low)
            ) as predicted_score,
            placed.score is not null
            and (placed.score < scales.scale_low or placed.score > scales.scale_high) as is_out_of_scale,
            placed.placement_reason as exclusion_reason,
            placed.source_row_id
        from placed
        left join scales on scales.scale = placed.scale
    )

select *
from final
