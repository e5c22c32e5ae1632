-- Landed judgements that are not used. One line of a benchmark's own files may hold several metrics.
with

    versions as (select * from {{ ref("int_judgement_versions") }} where exclusion_reason is not null),

    landed as (select * from {{ ref("stg_conformed__judgements") }}),

    told_apart as (
        select benchmark, judge_id from {{ ref("int_told_apart_readings") }} group by benchmark, judge_id
    ),

    excluded as (
        select
            benchmark,
            judge_id,
            configuration,
            system_id,
            item_id,
            metric,
            source_row_id,
            exclusion_reason as reason
        from versions
        where source_row_id is not null
        union all
        -- The judge's documents say more than its scores, and its repeats are told from copies there.
        select
            landed.benchmark,
            landed.judge_id,
            landed.configuration,
            landed.system_id,
            landed.item_id,
            landed.metric,
            landed.source_row_id,
            'judge.has_documents' as reason
        from landed
        inner join
            told_apart on told_apart.benchmark = landed.benchmark and told_apart.judge_id = landed.judge_id
    ),

    final as (
        select
            benchmark,
            'judgements' as stage,
            min(system_id) as system_id,
            min(item_id) as item_id,
            source_row_id,
            reason,
            'judge '
            || min(judge_id)
            || ', configuration '
            || min(configuration)
            || ', metric '
            || min(metric)
            || case when count(*) > 1 then ' and others' else '' end as detail
        from excluded
        group by benchmark, source_row_id, reason
    )

select *
from final
