-- The strict majority of each image within each culture: more than half of the votes, from a least number
-- of them.
with

    votes as (select * from {{ ref("int_arteculture__votes") }}),

    emotion_counts as (
        select image_id, culture, emotion, count(*) as emotion_count
        from votes
        group by image_id, culture, emotion
    ),

    pairs as (
        select
            image_id,
            culture,
            cast(sum(emotion_count) as bigint) as vote_count,
            max(emotion_count) as leader_count
        from emotion_counts
        group by image_id, culture
    ),

    -- At most one emotion has more than half of the votes.
    final as (
        select
            pairs.image_id,
            pairs.culture,
            emotion_counts.emotion as label,
            cast(pairs.leader_count as double) / cast(pairs.vote_count as double) as vote_share,
            pairs.vote_count
        from pairs
        left join
            emotion_counts
            on emotion_counts.image_id = pairs.image_id
            and emotion_counts.culture = pairs.culture
            and 2 * emotion_counts.emotion_count > pairs.vote_count
            and pairs.vote_count >= {{ var("min_votes") }}
    )

select *
from final
