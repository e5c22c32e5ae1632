with

    annotations as (select * from {{ ref("int_mer_bench__annotation_versions") }} where is_standing),

    tasks as (select * from {{ ref("mer_bench_annotation_tasks") }}),

    counted as (
        select
            task,
            count(distinct item_id) as item_count,
            count(distinct rater_id) as rater_count,
            count(*) as rating_count,
            count(distinct case when escalated_label is not null then item_id end) as escalated_item_count
        from annotations
        group by task
    ),

    final as (
        select
            tasks.task,
            cast(tasks.position as bigint) as position,
            tasks.display_name,
            cast(counted.item_count as bigint) as item_count,
            cast(counted.rater_count as bigint) as rater_count,
            cast(counted.rating_count as bigint) as rating_count,
            cast(counted.escalated_item_count as bigint) as escalated_item_count
        from counted
        inner join tasks on tasks.task = counted.task
    )

select *
from final
