-- BT.500 per image: which ratings lie far above (1) or far below (-1) the image's mean. Ratings all alike,
-- or one
-- alone, are no deviation. d = n (rating - mean), so sample variance = sum d^2 / (n^2 (n - 1)).
with

    ratings as (select * from {{ ref("int_emogenie__rating_counts") }}),

    parameters as (
        select
            max(case when parameter = 'kurtosis_low' then value end) as kurtosis_low,
            max(case when parameter = 'kurtosis_high' then value end) as kurtosis_high,
            max(case when parameter = 'normal_squared_deviations' then value end) as normal_limit,
            max(case when parameter = 'other_squared_deviations' then value end) as other_limit
        from {{ ref("emogenie_bt500") }}
    ),

    moments as (
        select
            question,
            image_id,
            cast(image_rating_count as double) as n,
            cast(sum(rating_count * scaled_deviation * scaled_deviation) as double) as second_sum,
            {{ fsum("rating_count * power(cast(scaled_deviation as double), 4)") }} as fourth_sum
        from ratings
        group by question, image_id, image_rating_count
    ),

    limits as (
        select
            moments.*,
            case
                when
                    n * fourth_sum >= kurtosis_low * second_sum * second_sum
                    and n * fourth_sum <= kurtosis_high * second_sum * second_sum
                then normal_limit
                else other_limit
            end as squared_limit
        from moments
        cross join parameters
        where n > 1 and second_sum > 0
    ),

    final as (
        select
            ratings.question,
            ratings.image_id,
            ratings.rating,
            case when ratings.scaled_deviation > 0 then 1 else -1 end as side
        from ratings
        inner join limits on limits.question = ratings.question and limits.image_id = ratings.image_id
        where
            cast(ratings.scaled_deviation * ratings.scaled_deviation as double) * (limits.n - 1e0)
            >= limits.squared_limit * limits.second_sum
    )

select *
from final
