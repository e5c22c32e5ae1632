-- Experts' scores as ballots of the panel `experts`, so that their agreement is computed where every other
-- one is. A score
-- that is no point of its metric's scale, or of a metric without one, is no ballot.
with

    judgements as (select * from {{ ref("int_expert_judgements") }}),

    questions as (select * from {{ ref("int_questions") }} where coalesce(panel, 'experts') = 'experts'),

    scales as (select * from {{ ref("int_scales") }}),

    final as (
        select
            judgements.benchmark,
            'experts' as panel,
            concat_ws(
                '::', judgements.system_id, judgements.setting, judgements.panel, judgements.item_id
            ) as subject_id,
            judgements.metric as question,
            judgements.expert_id as rater_id,
            'human' as rater_kind,
            scales.label,
            judgements.raw_score as score,
            cast(null as bigint) as round,
            cast(null as timestamp) as annotated_at,
            judgements.source_row_id
        from judgements
        inner join
            questions on questions.benchmark = judgements.benchmark and questions.question = judgements.metric
        inner join scales on scales.scale = questions.scale and scales.numeric_value = judgements.raw_score
    )

select *
from final
