with

    images as (
        select coalesce(region, 'unknown') as region, split
        from {{ ref("int_arteculture__images") }}
        where split_source = 'hashed'
    ),

    expected as (
        select split, expected_share
        from (values ('train', 8e-1), ('validation', 1e-1), ('test', 1e-1)) as listed(split, expected_share)
    ),

    regions as (select region, count(*) as region_count from images group by region),

    counted as (select region, split, count(*) as image_count from images group by region, split),

    shares as (
        select
            regions.region,
            expected.split,
            coalesce(counted.image_count, 0) as image_count,
            {{ share_of("coalesce(counted.image_count, 0)", "regions.region_count") }} as share,
            expected.expected_share,
            4e0 * sqrt(
                expected.expected_share
                * (1e0 - expected.expected_share)
                / cast(regions.region_count as double)
            ) as tolerance
        from regions
        cross join expected
        left join counted on counted.region = regions.region and counted.split = expected.split
    ),

    final as (
        select
            cast(region as string) as region,
            cast(split as string) as split,
            cast(image_count as bigint) as image_count,
            share,
            cast(expected_share as double) as expected_share,
            cast(tolerance as double) as tolerance,
            abs(share - expected_share) <= tolerance as is_within_tolerance
        from shares
    )

select *
from final
