-- Votes per image and culture and round, with the largest vote in the first round and in both.
with

    votes as (select * from {{ ref("int_arteculture__votes") }}),

    emotion_counts as (
        select
            image_id,
            culture,
            emotion,
            count(*) as vote_count,
            count(case when annotation_round = 1 then 1 end) as first_count,
            count(case when annotation_round = 2 then 1 end) as second_count,
            count(*) - count(annotation_round) as roundless_count
        from votes
        group by image_id, culture, emotion
    ),

    final as (
        select
            image_id,
            culture,
            cast(sum(vote_count) as bigint) as vote_count,
            cast(sum(first_count) as bigint) as first_count,
            cast(sum(second_count) as bigint) as second_count,
            cast(sum(roundless_count) as bigint) as roundless_count,
            2 * max(first_count) > sum(first_count) as is_settled_in_first
        from emotion_counts
        group by image_id, culture
    )

select *
from final
