with

    annotations as (select * from {{ ref("int_mer_bench__annotation_versions") }} where is_standing),

    tasks as (select * from {{ ref("mer_bench_annotation_tasks") }}),

    agreement as (
        select *
        from {{ ref("mer_bench_agreement") }}
        where
            breakdown = 'all'
            -- Fleiss 1971 takes the labels' shares over all answers.
            and (
                (coefficient = 'fleiss_kappa' and weights = 'identity' and marginals = 'pooled')
                or (coefficient = 'krippendorff_alpha' and weights = 'nominal')
            )
    ),

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

    by_task as (
        select
            tasks.task,
            tasks.position,
            tasks.display_name,
            counted.item_count,
            counted.rater_count,
            counted.rating_count,
            counted.escalated_item_count,
            kappas.pairable_item_count,
            1 as task_count,
            kappas.value as fleiss_kappa,
            alphas.value as krippendorff_alpha,
            kappas.status
        from counted
        inner join tasks on tasks.task = counted.task
        left join
            agreement as kappas on kappas.question = counted.task and kappas.coefficient = 'fleiss_kappa'
        left join
            agreement as alphas
            on alphas.question = counted.task
            and alphas.coefficient = 'krippendorff_alpha'
    ),

    average as (
        select
            'average' as task,
            max(tasks.position) + 1 as position,
            'Average' as display_name,
            cast(null as bigint) as item_count,
            cast(null as bigint) as rater_count,
            cast(null as bigint) as rating_count,
            cast(null as bigint) as escalated_item_count,
            cast(null as bigint) as pairable_item_count,
            count(by_task.task) as task_count,
            -- A task without a kappa leaves the mean without one: it would be a mean of other tasks.
            case
                when count(by_task.fleiss_kappa) = count(by_task.task) then {{ favg("by_task.fleiss_kappa") }}
            end as fleiss_kappa,
            case
                when count(by_task.krippendorff_alpha) = count(by_task.task)
                then {{ favg("by_task.krippendorff_alpha") }}
            end as krippendorff_alpha,
            case
                when count(by_task.fleiss_kappa) = count(by_task.task) then 'ok' else 'undefined_task'
            end as status
        from tasks
        left join by_task on by_task.task = tasks.task
        having count(by_task.task) > 0
    ),

    united as (
        select *
        from by_task
        union all
        select *
        from average
    ),

    final as (
        select
            task,
            cast(position as bigint) as position,
            display_name,
            cast(item_count as bigint) as item_count,
            cast(rater_count as bigint) as rater_count,
            cast(rating_count as bigint) as rating_count,
            cast(escalated_item_count as bigint) as escalated_item_count,
            cast(pairable_item_count as bigint) as pairable_item_count,
            cast(task_count as bigint) as task_count,
            fleiss_kappa,
            krippendorff_alpha,
            status
        from united
    )

select *
from final
