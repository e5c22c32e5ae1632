-- The judge's score of an output beside the mean of the experts' scores, per judge configuration and
-- metric, on the
-- judge's own scale; layout and emotion hit are 0 or 1, so the experts' mean is a share.
with

    experts as (select * from {{ ref("int_mer_bench__expert_score_versions") }} where is_standing),

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    readings as (select * from {{ ref("int_mer_bench__output_readings") }} where coercion = 'strict'),

    metrics as (select metric from {{ ref("mer_bench_metric_catalogue") }} where kind = 'fine'),

    expert_readings as (
        select
            experts.system_id,
            experts.item_id,
            cast(experts.vgq as double) as vgq,
            cast(experts.vea as double) as vea,
            cast(experts.tgq as double) as tgq,
            cast(experts.tea as double) as tea,
            case when experts.lc then 1e0 when not experts.lc then 0e0 end as lc,
            cast(experts.hgq as double) as hgq,
            case
                when experts.ppe_label = memes.target_emotion
                then 1e0
                when experts.ppe_label is not null
                then 0e0
            end as ppe,
            cast(experts.pes as double) as pes
        from experts
        inner join memes on memes.item_id = experts.item_id
    ),

    expert_scores as (
        select
            system_id,
            item_id,
            metric,
            {{ mer_bench_metric_value(["vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes"]) }} as score
        from expert_readings
        cross join metrics
    ),

    expert_means as (
        select system_id, item_id, metric, {{ favg("score") }} as score
        from expert_scores
        group by system_id, item_id, metric
    ),

    judge_scores as (
        select
            configuration,
            system_id,
            item_id,
            metric,
            {{ mer_bench_metric_value(["vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes"]) }} as score
        from readings
        cross join metrics
    ),

    final as (
        select
            'mer_bench' as benchmark,
            concat('judge_expert:', judge_scores.configuration) as comparison,
            'all' as panel,
            judge_scores.metric as dimension,
            concat(judge_scores.system_id, '::', judge_scores.item_id) as pair_id,
            judge_scores.item_id as cluster_id,
            judge_scores.score as x,
            expert_means.score as y,
            cast(null as string) as source_row_id
        from judge_scores
        inner join
            expert_means
            on expert_means.system_id = judge_scores.system_id
            and expert_means.item_id = judge_scores.item_id
            and expert_means.metric = judge_scores.metric
    )

select *
from final
