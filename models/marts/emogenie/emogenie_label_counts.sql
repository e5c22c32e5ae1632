with

    leaders as (select * from {{ ref("int_emogenie__emotion_votes") }} where is_leader),

    images as (select * from {{ ref("int_emogenie__images") }} where perspective is not null),

    questions as (select * from {{ ref("emogenie_questions_by_panel") }} where question = 'emotion'),

    labels as (
        select questions.panel as perspective, scales.label, scales.position
        from {{ ref("emogenie_scales") }} as scales
        inner join questions on questions.scale = scales.scale
    ),

    fractional as (
        select whole_credit from {{ ref("emogenie_conventions") }} where convention_id = 'fractional'
    ),

    -- An image's leaders, for its own model and for all models together.
    led as (
        select leaders.perspective, images.system_id, leaders.image_id, leaders.label, leaders.leader_count
        from leaders
        inner join images on images.image_id = leaders.image_id
        union all
        select perspective, 'all' as system_id, image_id, label, leader_count
        from leaders
    ),

    counted as (
        select
            perspective,
            system_id,
            label,
            count_if(leader_count = 1) as sole_count,
            count_if(leader_count > 1) as tied_count,
            {{ fsum("fractional.whole_credit / led.leader_count") }} as credit
        from led
        cross join fractional
        group by perspective, system_id, label
    ),

    totals as (
        select perspective, system_id, count(distinct image_id) as image_count
        from led
        group by perspective, system_id
    ),

    -- A label that no image got has its row too.
    final as (
        select
            cast(totals.perspective as string) as perspective,
            cast(totals.system_id as string) as system_id,
            cast(labels.label as string) as label,
            cast(labels.position as bigint) as position,
            cast(coalesce(counted.sole_count, 0) as bigint) as sole_count,
            cast(coalesce(counted.tied_count, 0) as bigint) as tied_count,
            coalesce(counted.credit, 0e0)
            / (fractional.whole_credit * cast(totals.image_count as double)) as share,
            cast(totals.image_count as bigint) as image_count
        from totals
        cross join fractional
        inner join labels on labels.perspective = totals.perspective
        left join
            counted
            on counted.perspective = totals.perspective
            and counted.system_id = totals.system_id
            and counted.label = labels.label
    )

select *
from final
