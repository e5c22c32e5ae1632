-- One row per image, dimension and screening: its mean opinion score.
with

    opinions as (select * from {{ ref("opinion_scores") }} where benchmark = 'emogenie'),

    questions as (select panel, question from {{ ref("emogenie_questions_by_panel") }} where is_mean_opinion),

    screened as (select * from {{ ref("int_emogenie__screened_means") }}),

    images as (select * from {{ ref("int_emogenie__images") }}),

    means as (
        select
            opinions.question,
            opinions.subject_id as image_id,
            'none' as screening,
            opinions.mean,
            opinions.rating_count
        from opinions
        inner join questions on questions.panel = opinions.panel and questions.question = opinions.question
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
