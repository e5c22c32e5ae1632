-- One row per image and tie credit: what of the whole credit the image counts for its prompted emotion.
-- NULL: the image has no votes.
with

    images as (select * from {{ ref("int_emogenie__images") }} where perspective is not null),

    voted as (select distinct image_id from {{ ref("int_emogenie__emotion_votes") }}),

    credits as (select * from {{ ref("int_emogenie__label_credits") }}),

    tie_credits as (select convention_id as tie_credit, whole_credit from {{ ref("emogenie_conventions") }}),

    -- `any` gives a whole wherever `fractional` gives something.
    targets as (
        select
            images.image_id,
            images.prompt_id,
            images.system_id,
            images.perspective,
            images.prompted_label,
            images.intensity,
            tie_credits.tie_credit,
            tie_credits.whole_credit,
            voted.image_id is not null as has_votes,
            credits.credit
        from images
        cross join tie_credits
        left join voted on voted.image_id = images.image_id
        left join
            credits
            on credits.image_id = images.image_id
            and credits.assigned_label = images.prompted_label
            and credits.tie_credit = replace(tie_credits.tie_credit, 'any', 'fractional')
    ),

    final as (
        select
            image_id,
            prompt_id,
            system_id,
            perspective,
            prompted_label,
            intensity,
            tie_credit,
            whole_credit,
            case
                when not has_votes
                then null
                when tie_credit = 'any' and credit > 0
                then whole_credit
                else coalesce(credit, 0e0)
            end as credit
        from targets
    )

select *
from final
