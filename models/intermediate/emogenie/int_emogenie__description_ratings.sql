-- One row per description, judged dimension and evaluation.
with

    descriptions as (select * from {{ ref("int_emogenie__descriptions") }}),

    ratings as (select * from {{ ref("stg_emogenie__description_ratings") }}),

    dimensions as (select dimension from {{ ref("emogenie_description_dimensions") }}),

    final as (
        select
            descriptions.system_id,
            descriptions.question_id,
            descriptions.perspective,
            descriptions.judge_id,
            dimensions.dimension,
            ratings.evaluation,
            case
                when dimensions.dimension = 'correctness'
                then ratings.correctness
                when dimensions.dimension = 'completeness'
                then ratings.completeness
                when dimensions.dimension = 'relevance'
                then ratings.relevance
            end as rating,
            descriptions.source_row_id
        from descriptions
        inner join ratings on ratings.source_row_id = descriptions.source_row_id
        cross join dimensions
    )

select *
from final
