-- Votes per image and culture and round, and whether the first round gave a majority.
with

    votes as (select * from {{ ref("int_arteculture__votes") }}),

    labels as (select * from {{ ref("int_arteculture__culture_labels") }}),

    counted as (
        select
            image_id,
            culture,
            count(*) as vote_count,
            count(case when annotation_round = 1 then 1 end) as first_count,
            count(case when annotation_round = 2 then 1 end) as second_count,
            count(*) - count(annotation_round) as roundless_count
        from votes
        group by image_id, culture
    ),

    final as (
        select counted.*, coalesce(labels.settled_round = 1, false) as is_settled_in_first
        from counted
        left join labels on labels.image_id = counted.image_id and labels.culture = counted.culture
    )

select *
from final
