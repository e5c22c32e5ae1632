with

    judged as (
        select * from {{ ref("int_mer_bench__judge_readings") }} where repeat_number = 1 and score is not null
    ),

    expert_means as (select * from {{ ref("int_mer_bench__expert_means") }}),

    final as (
        select
            judged.judge_id,
            judged.configuration,
            judged.metric,
            judged.system_id,
            judged.item_id,
            judged.score as judge_score,
            expert_means.score as expert_mean,
            cast(expert_means.expert_count as bigint) as expert_count
        from judged
        inner join
            expert_means
            on expert_means.system_id = judged.system_id
            and expert_means.item_id = judged.item_id
            and expert_means.metric = judged.metric
    )

select *
from final
