with

    votes as (select * from {{ ref("int_arteculture__votes") }}),

    final as (
        select
            'arteculture' as benchmark,
            culture as panel,
            image_id as subject_id,
            'emotion' as question,
            rater_id,
            'human' as rater_kind,
            emotion as label,
            cast(null as double) as score,
            annotation_round as round,
            annotated_at,
            source_row_id
        from votes
    )

select *
from final
