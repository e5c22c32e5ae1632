-- Each standing description of a usable open question, scored in [0, 1]: three judged dimensions and
-- conciseness.
with

    descriptions as (select * from {{ ref("int_emogenie__description_versions") }} where is_standing),

    questions as (
        select * from {{ ref("int_emogenie__questions") }} where not is_closed and exclusion_reason is null
    ),

    ratings as (
        select
            source_row_id,
            sum(correctness) as correctness_sum,
            sum(completeness) as completeness_sum,
            sum(relevance) as relevance_sum
        from {{ ref("stg_emogenie__description_ratings") }}
        group by source_row_id
    ),

    thresholds as (select * from {{ ref("emogenie_conciseness") }}),

    joined as (
        select
            descriptions.system_id,
            descriptions.question_id,
            descriptions.judge_id,
            descriptions.source_row_id,
            cast(descriptions.candidate_word_count as double) as candidate_words,
            cast(descriptions.reference_word_count as double) as reference_words,
            questions.perspective,
            questions.format,
            questions.image_id_1,
            questions.image_id_2,
            -- Five evaluations of at most 2.
            cast(ratings.correctness_sum as double) / 1e1 as correctness_unit,
            cast(ratings.completeness_sum as double) / 1e1 as completeness_unit,
            cast(ratings.relevance_sum as double) / 1e1 as relevance_unit
        from descriptions
        inner join questions on questions.question_id = descriptions.question_id
        inner join ratings on ratings.source_row_id = descriptions.source_row_id
    ),

    weighed as (
        select
            joined.*,
            case
                when joined.reference_words = 0
                then null
                when joined.candidate_words = 0
                then 0e0
                else thresholds.score_unit
            end as conciseness_unit
        from joined
        left join
            thresholds
            on joined.reference_words > 0
            and (
                joined.candidate_words > thresholds.ratio_low * joined.reference_words
                or (
                    thresholds.is_low_included
                    and joined.candidate_words = thresholds.ratio_low * joined.reference_words
                )
            )
            and (
                thresholds.ratio_high is null
                or joined.candidate_words < thresholds.ratio_high * joined.reference_words
                or (
                    thresholds.is_high_included
                    and joined.candidate_words = thresholds.ratio_high * joined.reference_words
                )
            )
    ),

    final as (
        select
            *,
            (correctness_unit + completeness_unit + relevance_unit + conciseness_unit) / 4e0 as score_unit,
            case when reference_words = 0 then 'reference.empty' else 'ok' end as status
        from weighed
    )

select *
from final
