-- Every cell that a confusion matrix has: labels of the perspective's scale, and `no_label` under `sole`.
with

    images as (
        select distinct perspective, system_id
        from {{ ref("int_emogenie__images") }}
        where perspective is not null
    ),

    questions as (select * from {{ ref("emogenie_questions_by_panel") }} where question = 'emotion'),

    scales as (select scale, label, position from {{ ref("emogenie_scales") }}),

    tie_credits as (
        select convention_id as tie_credit, has_no_label, whole_credit
        from {{ ref("emogenie_conventions") }}
        where has_confusion
    ),

    systems as (
        select perspective, system_id
        from images
        union
        select perspective, 'all' as system_id
        from images
    ),

    assignable as (
        select tie_credits.tie_credit, tie_credits.whole_credit, scales.scale, scales.label, scales.position
        from tie_credits
        cross join scales
        union all
        select
            tie_credits.tie_credit,
            tie_credits.whole_credit,
            scales.scale,
            'no_label' as label,
            max(scales.position) + 1 as position
        from tie_credits
        cross join scales
        where tie_credits.has_no_label
        group by tie_credits.tie_credit, tie_credits.whole_credit, scales.scale
    ),

    final as (
        select
            systems.perspective,
            systems.system_id,
            assignable.tie_credit,
            assignable.whole_credit,
            prompted.label as prompted_label,
            cast(prompted.position as bigint) as prompted_position,
            assignable.label as assigned_label,
            cast(assignable.position as bigint) as assigned_position
        from systems
        inner join questions on questions.panel = systems.perspective
        inner join scales as prompted on prompted.scale = questions.scale
        inner join assignable on assignable.scale = questions.scale
    )

select *
from final
