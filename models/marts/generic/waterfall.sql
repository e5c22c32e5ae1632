with

    counted as (select * from {{ ref("int_waterfall") }}),

    final as (
        select
            cast(benchmark as string) as benchmark,
            cast(leaderboard as string) as leaderboard,
            cast(configuration as string) as configuration,
            cast(system_id as string) as system_id,
            cast(expected_count as bigint) as expected_count,
            cast(received_count as bigint) as received_count,
            cast(parsed_count as bigint) as parsed_count,
            cast(valid_count as bigint) as valid_count,
            cast(scored_count as bigint) as scored_count,
            cast(comparable_count as bigint) as comparable_count
        from counted
    )

select *
from final
