-- One row per image and voted emotion, with the image's votes and whether the label leads, alone or tied.
with

    votes as (
        select * from {{ ref("vote_distributions") }} where benchmark = 'emogenie' and question = 'emotion'
    ),

    labels as (
        select *
        from {{ ref("labels") }}
        where benchmark = 'emogenie' and question = 'emotion' and policy = 'plurality'
    ),

    final as (
        select
            votes.panel as perspective,
            votes.subject_id as image_id,
            votes.label,
            votes.vote_share,
            position('|' || votes.label || '|' in '|' || labels.leaders || '|') > 0 as is_leader,
            labels.leader_count
        from votes
        inner join labels on labels.panel = votes.panel and labels.subject_id = votes.subject_id
        where votes.vote_count > 0
    )

select *
from final
