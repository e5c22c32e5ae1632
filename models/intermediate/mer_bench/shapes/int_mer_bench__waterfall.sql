-- What is left of the outputs, per judge configuration and system, over distinct items.
with

    replies as (select * from {{ ref("int_mer_bench__replies") }} where is_known_item and is_known_system),

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    files as (
        select * from {{ ref("stg_ledger__files") }} where benchmark = 'mer_bench' and table_name = 'verdicts'
    ),

    outcomes as (select * from {{ ref("int_mer_bench__output_outcomes") }}),

    index_size as (select count(*) as item_count from memes),

    drawn as (
        select configuration, count(distinct item_id) as item_count from replies group by configuration
    ),

    empty_systems as (
        select distinct
            coalesce(configuration, 'unknown') as configuration,
            regexp_extract(file_path, '([^/]+)/[^/]+$', 1) as system_id
        from files
        where row_count = 0 and reject_count = 0
    ),

    counted as (
        select
            configuration,
            system_id,
            count(*) as received_count,
            sum(parsed) as parsed_count,
            sum(valid) as valid_count,
            sum(scored) as scored_count,
            sum(comparable) as comparable_count
        from outcomes
        group by configuration, system_id
    ),

    listed as (
        select configuration, system_id
        from counted
        union
        select configuration, system_id
        from empty_systems
    ),

    final as (
        select
            'mer_bench' as benchmark,
            'mer_bench_table_2' as leaderboard,
            listed.configuration,
            listed.system_id,
            case
                when index_size.item_count > 0 then index_size.item_count else coalesce(drawn.item_count, 0)
            end as expected_count,
            coalesce(counted.received_count, 0) as received_count,
            coalesce(counted.parsed_count, 0) as parsed_count,
            coalesce(counted.valid_count, 0) as valid_count,
            coalesce(counted.scored_count, 0) as scored_count,
            coalesce(counted.comparable_count, 0) as comparable_count
        from listed
        cross join index_size
        left join
            counted on counted.configuration = listed.configuration and counted.system_id = listed.system_id
        left join drawn on drawn.configuration = listed.configuration
    )

select *
from final
