-- One row per standing answer.
with

    ballots as (select * from {{ ref("int_ballots") }} where benchmark = 'arteculture'),

    final as (
        select
            subject_id as image_id,
            panel as culture,
            rater_id,
            label as emotion,
            round as annotation_round,
            source_row_id
        from ballots
        where question = 'emotion'
    )

select *
from final
