-- The judge's first score of an output beside the mean of the experts' scores, per judge configuration,
-- metric and
-- aggregate, on the judge's own scale; layout and emotion hit are 0 or 1, so the experts' mean is a share.
with

    judged as (select * from {{ ref("int_mer_bench__judge_readings") }} where repeat_number = 1),

    expert_means as (select * from {{ ref("int_mer_bench__expert_means") }}),

    final as (
        select
            'mer_bench' as benchmark,
            concat('judge_expert:', judged.configuration) as comparison,
            'all' as panel,
            judged.metric as dimension,
            concat(judged.system_id, '::', judged.item_id) as pair_id,
            judged.item_id as cluster_id,
            judged.score as x,
            expert_means.score as y,
            cast(null as string) as source_row_id
        from judged
        inner join
            expert_means
            on expert_means.system_id = judged.system_id
            and expert_means.item_id = judged.item_id
            and expert_means.metric = judged.metric
    )

select *
from final
