-- Counts and shares of each part of the data, one row per part.
with

    pairs as (select * from {{ ref("int_arteculture__population_pairs") }}),

    final as (
        select
            population,
            split_part as split,
            culture_part as culture,
            count(distinct image_id) as image_count,
            cast(sum(vote_count) as bigint) as annotation_count,
            count(*) as pair_count,
            count(label) as labelled_count,
            {{ favg("case when label is not null then vote_share end") }} as majority_share_mean,
            count(distinct case when region = 'western' then image_id end) as western_count,
            count(distinct case when region is not null then image_id end) as region_count,
            count(
                distinct case when region = 'western' and source = 'artelingo' then image_id end
            ) as released_western_count,
            count(
                distinct case when region is not null and source = 'artelingo' then image_id end
            ) as released_region_count
        from pairs
        group by population, split_part, culture_part
    )

select *
from final
