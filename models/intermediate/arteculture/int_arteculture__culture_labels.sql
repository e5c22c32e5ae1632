-- The strict majority of each image within each culture, as the generic mart makes it.
with

    labels as (select * from {{ ref("labels") }} where benchmark = 'arteculture' and policy = 'strict'),

    final as (
        select subject_id as image_id, panel as culture, label, vote_share, vote_count, settled_round
        from labels
        where question = 'emotion'
    )

select *
from final
