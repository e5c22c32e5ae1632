-- Krippendorff's ordinal alpha over the five evaluations of each description, from integer coincidences.
with

    ratings as (select * from {{ ref("int_emogenie__description_ratings") }}),

    counts as (
        select system_id, dimension, source_row_id, rating, count(*) as rating_count
        from ratings
        group by system_id, dimension, source_row_id, rating
    ),

    totals as (
        select system_id, dimension, rating, cast(sum(rating_count) as bigint) as n
        from counts
        group by system_id, dimension, rating
    ),

    running as (
        select
            *,
            sum(n) over (partition by system_id, dimension order by rating) as n_up_to,
            sum(n) over (partition by system_id, dimension) as n_all
        from totals
    ),

    -- Squared ordinal distance of two values: everything rated between them, both ends by half; here times 4.
    distances as (
        select
            low.system_id,
            low.dimension,
            low.rating as low_rating,
            high.rating as high_rating,
            low.n * high.n as expected_pairs,
            low.n_all,
            cast(2 * (high.n_up_to - low.n_up_to + low.n) - low.n - high.n as double) as distance
        from running as low
        inner join
            running as high
            on high.system_id = low.system_id
            and high.dimension = low.dimension
            and high.rating > low.rating
    ),

    observed as (
        select
            low.system_id,
            low.dimension,
            low.rating as low_rating,
            high.rating as high_rating,
            sum(low.rating_count * high.rating_count) as observed_pairs
        from counts as low
        inner join
            counts as high
            on high.source_row_id = low.source_row_id
            and high.dimension = low.dimension
            and high.rating > low.rating
        group by low.system_id, low.dimension, low.rating, high.rating
    ),

    -- Each description has five ratings: a pair counts 1 / 4 in the coincidences.
    final as (
        select
            distances.system_id,
            distances.dimension,
            1e0
            - cast(max(distances.n_all) - 1 as double)
            * {{ fsum("coalesce(observed.observed_pairs, 0) * distances.distance * distances.distance") }}
            / (
                4e0 * {{ fsum("distances.expected_pairs * distances.distance * distances.distance") }}
            ) as alpha_ordinal
        from distances
        left join
            observed
            on observed.system_id = distances.system_id
            and observed.dimension = distances.dimension
            and observed.low_rating = distances.low_rating
            and observed.high_rating = distances.high_rating
        group by distances.system_id, distances.dimension
    )

select *
from final
