-- How much of an image counts for each assigned label, under each tie credit; an image's credits sum to the
-- rule's whole credit.
with

    votes as (select * from {{ ref("int_emogenie__emotion_votes") }}),

    fractional as (
        select whole_credit from {{ ref("emogenie_conventions") }} where convention_id = 'fractional'
    ),

    credited as (
        select image_id, 'votes' as tie_credit, label, vote_share as credit
        from votes
        union all
        select
            votes.image_id,
            'fractional' as tie_credit,
            votes.label,
            fractional.whole_credit / votes.leader_count as credit
        from votes
        cross join fractional
        where votes.is_leader
        union all
        select image_id, 'sole' as tie_credit, label, 1e0 as credit
        from votes
        where is_leader and leader_count = 1
        union all
        select distinct image_id, 'sole' as tie_credit, 'no_label' as label, 1e0 as credit
        from votes
        where leader_count > 1
    ),

    final as (select image_id, tie_credit, label as assigned_label, credit from credited)

select *
from final
