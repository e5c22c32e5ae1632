with

    verified as (select * from {{ ref("int_mer_bench__human_control_versions") }} where is_standing),

    outcomes as (select * from {{ ref("mer_bench_control_outcomes") }}),

    total as (select count(*) as item_count from verified),

    counted as (
        select
            outcomes.outcome, outcomes.position, outcomes.display_name, count(verified.item_id) as item_count
        from outcomes
        left join verified on verified.outcome = outcomes.outcome
        group by outcomes.outcome, outcomes.position, outcomes.display_name
    ),

    final as (
        select
            counted.outcome,
            cast(counted.position as bigint) as position,
            counted.display_name,
            cast(counted.item_count as bigint) as item_count,
            cast(counted.item_count as double) / total.item_count as share
        from counted
        cross join total
        where total.item_count > 0
    )

select *
from final
