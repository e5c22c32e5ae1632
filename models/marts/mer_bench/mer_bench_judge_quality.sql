with

    verdicts as (
        select *
        from {{ ref("int_mer_bench__verdicts") }}
        where is_known_item and is_known_system and is_standing_run
    ),

    -- An output stands in many runs with one answer; another answer means that it was asked again.
    answers as (
        select distinct
            configuration, system_id, item_id, vgq, vea, tgq, tea, lc, hgq, ppe_label, pes, is_gate_violation
        from verdicts
    ),

    outputs as (
        select
            configuration,
            system_id,
            item_id,
            count(*) as answer_count,
            max(case when is_gate_violation then 1 else 0 end) as has_violation
        from answers
        group by configuration, system_id, item_id
    ),

    repeats as (
        select configuration, system_id, item_id, count(*) as verdict_count
        from verdicts
        where not is_cache_hit
        group by configuration, system_id, item_id
    ),

    final as (
        select
            outputs.configuration,
            outputs.system_id,
            cast(count(*) as bigint) as output_count,
            cast(sum(outputs.has_violation) as bigint) as gate_violation_count,
            cast(sum(outputs.has_violation) as double) / count(*) as gate_violation_share,
            cast(
                count_if(coalesce(repeats.verdict_count, 0) > 1 or outputs.answer_count > 1) as bigint
            ) as repeat_count,
            cast(count_if(outputs.answer_count > 1) as double) / nullif(
                count_if(coalesce(repeats.verdict_count, 0) > 1 or outputs.answer_count > 1), 0
            ) as repeat_disagreement_share
        from outputs
        left join
            repeats
            on repeats.configuration = outputs.configuration
            and repeats.system_id = outputs.system_id
            and repeats.item_id = outputs.item_id
        group by outputs.configuration, outputs.system_id
    )

select *
from final
