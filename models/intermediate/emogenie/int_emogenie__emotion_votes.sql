-- One row per image and voted emotion, with the image's votes and how many labels lead.
with

    ballots as (select * from {{ ref("int_emogenie__ballots") }} where question = 'emotion'),

    counted as (
        select panel, subject_id as image_id, label, count(*) as vote_count
        from ballots
        group by panel, subject_id, label
    ),

    totalled as (
        select
            *,
            cast(sum(vote_count) over (partition by image_id) as bigint) as ballot_count,
            max(vote_count) over (partition by image_id) as leading_count
        from counted
    ),

    final as (
        select
            panel as perspective,
            image_id,
            label,
            vote_count,
            ballot_count,
            vote_count = leading_count as is_leader,
            count_if(vote_count = leading_count) over (partition by image_id) as leader_count
        from totalled
    )

select *
from final
