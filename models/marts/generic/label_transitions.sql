with

    labels as (select * from {{ ref("int_common_labels") }}),

    pairs as (
        select
            a.benchmark,
            a.question,
            a.policy,
            a.panel as panel_a,
            b.panel as panel_b,
            a.label as label_a,
            b.label as label_b,
            count(*) as item_count
        from labels as a
        inner join
            labels as b
            on b.benchmark = a.benchmark
            and b.question = a.question
            and b.policy = a.policy
            and b.subject_id = a.subject_id
            and b.panel <> a.panel
        group by a.benchmark, a.question, a.policy, a.panel, b.panel, a.label, b.label
    ),

    final as (
        select
            *,
            item_count / cast(
                sum(item_count) over (
                    partition by benchmark, question, policy, panel_a, panel_b, label_a
                ) as double
            ) as share
        from pairs
    )

select *
from final
